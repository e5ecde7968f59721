// Who stands how: places, a bar of each player's pieces that are home, on the way, held, in the yard, and all pieces in words,
// which is the table of the board for those who do not see it.

import { node } from "./dom.js";
import { colourClass, pieceIcon } from "./board/svg.js";
import { barOf, tableOf } from "./table.js";
import { piecesInWords, standings } from "../fairdice/standings.js";

/** @param {import("../fairdice/words/speak.js").Speak} speak */
export function makeStandings(speak) {
  const body = node("tbody");
  const root = tableOf(speak, ["board.player", "board.pieces"], body, { class: "standings", part: "standings" });

  /** @param {import("./timeline.js").Moment & {board: import("../types.js").Board, players: {name: string}[]}} moment */
  function show(moment) {
    const { board, seats, pieces, turn, points } = moment, names = moment.players.map(({ name }) => name);
    body.replaceChildren(...standings(moment).map(({ player, place, yard, track, home, held }) => {
      const going = home.length + track.length, taken = going + held.length, bar = barOf({ class: "bar", "aria-hidden": "true" }, taken + yard.length, { home: home.length, going, taken });
      const more = [place && speak("ui.place", { n: place }), points && speak("ui.points", { n: points[player] })].filter(Boolean).join(" · ");
      return node("tr", { class: `${colourClass(board, seats[player])}${player === turn ? " turn" : ""}` },
        node("th", { scope: "row" }, pieceIcon(board, seats[player]), ` ${names[player]}`, more ? node("small", {}, more) : null),
        node("td", {}, bar, node("small", {}, piecesInWords(board, pieces[player], names, speak))));
    }));
  }

  return { root, show };
}
