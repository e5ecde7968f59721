// What tells the seats apart: a shape for each, and a colour besides (docs/spec/rules/common.md, C4).

/**
 * The sign of a piece of this seat, one column wide.
 * @param {number} seat
 */
export function mark(seat) {
  return "●◆▬▲■◎"[seat];
}
