// Who is there, who contributes to which roll, and which index the next roll has (docs/spec/protocol.md, O5 to O8).
//
// Every party that has a chain and is present when a roll becomes due contributes a link to it. If a contributor is
// declared away while the roll is due, the roll's index is spent and the next one is due with those then present.

/**
 * Follows joins, rolls, absences and returns.
 *
 * `index` is the index of the roll that is due, or of the next one to become due; `contributors[player]` says whether the
 * player gives a link to it (the array is replaced, never changed), and `changed` whether that is fixed anew with the next
 * roll that becomes due. `away` holds the players that are out; `spent` lists [index, player] of each index that no roll
 * will ever use.
 */
export class Presence {
  #eligible;
  #returns;

  /**
   * @param {boolean[]} anchored by player: whether it has a chain
   * @param {number} returns how often each may come back and contribute again
   */
  constructor(anchored, returns) {
    this.anchored = anchored;
    /** @type {Set<number>} */
    this.away = new Set();
    this.index = 1;
    /** @type {[number, number][]} */
    this.spent = [];
    this.changed = false;
    this.contributors = anchored;
    this.#eligible = [...anchored];
    this.#returns = anchored.map(() => returns);
  }

  /** A roll has become due: who contributes to it is now fixed. */
  rollDue() {
    if (this.changed) {
      this.changed = false;
      this.contributors = [...this.#eligible];
    }
  }

  /** The roll with `index` has been made. */
  rolled() {
    this.index += 1;
  }

  /**
   * `player` is away from now on. True if that spends the index of the roll that is due.
   * @param {number} player
   * @param {boolean} due whether a roll is due
   */
  leave(player, due) {
    this.away.add(player);
    this.#eligible[player] = false;
    this.changed = true;
    if (!(due && this.contributors[player])) return false;
    this.spent.push([this.index, player]);
    this.index += 1;
    this.rollDue();
    return true;
  }

  /**
   * `player` plays again. True if it contributes again, from the next roll that becomes due. Nothing changes for a player
   * that is not away (the rules refuse such an event).
   * @param {number} player
   */
  comeBack(player) {
    if (!this.away.delete(player) || !this.anchored[player] || !this.#returns[player]) return false;
    this.#returns[player] -= 1;
    this.#eligible[player] = true;
    this.changed = true;
    return true;
  }
}
