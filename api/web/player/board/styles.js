// The rules of the board, of the small pictures in lists, and the colours that all share.
// A page may set --fairdice-ink, -quiet, -paper, -ground, -line and the colours of the seats.

/**
 * @param {Record<string, string>} colours
 */
function palette(colours) {
  return Object.entries(colours).map(([name, value]) => `--${name}:var(--fairdice-${name},${value});`).join("");
}

const LIGHT = palette({ ink: "#2b2620", quiet: "#665c50", paper: "#fffdf8", ground: "#f1e8da", line: "#c9bba6", edge: "#2b2620",
  red: "#d2493a", green: "#2c9159", yellow: "#e3a51c", blue: "#2f6dc6", violet: "#8449b6", black: "#4d4943" });
const DARK = palette({ ink: "#f2eadd", quiet: "#b8ad9e", paper: "#3b352e", ground: "#28231e", line: "#62584c", edge: "#14110e",
  red: "#e2604f", green: "#41ad71", yellow: "#edb83c", blue: "#5d95e8", violet: "#a877d8", black: "#8f877c" });

export const BOARD_CSS = `
:host{${LIGHT}}
@media(prefers-color-scheme:dark){:host(:not([theme=light])){${DARK}}}
:host([theme=dark]){${DARK}}
.c-red{--c:var(--red)}.c-green{--c:var(--green)}.c-yellow{--c:var(--yellow)}.c-blue{--c:var(--blue)}.c-violet{--c:var(--violet)}.c-black{--c:var(--black)}
.board svg{display:block;width:100%;height:auto;user-select:none}
.board svg,.token{stroke-linejoin:round;stroke-linecap:round;font-family:system-ui,sans-serif}
.table{fill:var(--ground)}
.yard{fill:color-mix(in srgb,var(--c) 20%,var(--paper));stroke:var(--c);stroke-width:.06}
.yard circle{fill:var(--paper);stroke-width:.04}
.yard.turn>rect{stroke-width:.2}
.line{fill:none;stroke:var(--line);stroke-width:.1}
.square{fill:var(--paper);stroke:var(--line);stroke-width:.04}
.square.star{fill:color-mix(in srgb,var(--line) 22%,var(--paper))}
.sign{fill:color-mix(in srgb,var(--line) 75%,var(--paper));stroke:none}
.own .square{fill:color-mix(in srgb,var(--c) 34%,var(--paper));stroke:var(--c)}
.own .sign,.way{fill:none;stroke:var(--c);stroke-width:.08}
.end{fill:var(--paper);stroke:var(--c);stroke-width:.06}
.trail{fill:none;stroke:var(--ink);stroke-width:.07}
.trail polyline{stroke:var(--c);stroke-width:.2;opacity:.55}
.came{stroke-dasharray:.14 .17}
.pairs{fill:none;stroke-width:.8;opacity:.45}
.pairs path{stroke:var(--c)}
.piece,.token{fill:var(--c);stroke:var(--edge);stroke-width:.055;fill-rule:evenodd}
.shine{fill:none;stroke:#fff;stroke-opacity:.4;stroke-width:.07}
.faint{opacity:.25}
.badge circle{fill:#fffdf8;stroke-width:.04}
.badge text{fill:#2b2620;stroke:none}
.count circle{fill:#2b2620;stroke:#fffdf8}
.count text{fill:#fffdf8;font-weight:700}
.lock{fill:#2b2620;stroke:#2b2620;stroke-width:.035}
.lock{fill-opacity:1}
.cage rect{fill:var(--c);fill-opacity:.18;stroke:var(--c);stroke-width:.06}
.cage path{fill:none;stroke:var(--edge);stroke-width:.045}
.name{fill:var(--quiet)}
.name.turn{fill:var(--ink);font-weight:700}
.name.away{font-style:italic;opacity:.75}
.dice text{fill:var(--ink);font-weight:700}
.die{transform-box:fill-box;transform-origin:center}
.die rect{fill:#fffdf8;stroke:#5d5347;stroke-width:.07}
.die path{fill:none;stroke:#2b2620;stroke-width:.21}
.die.due rect{fill:none;stroke:var(--ink);stroke-dasharray:.16 .19}
.old{opacity:.5}
.refused .trail{stroke:var(--red)}
.token{width:1em;height:1em;vertical-align:-.12em;overflow:visible}
@media(forced-colors:active){
:host{--ink:CanvasText!important;--quiet:CanvasText!important;--paper:Canvas!important;--ground:Canvas!important;--line:GrayText!important;--edge:CanvasText!important}
.board .board,.board svg *,.token{--c:CanvasText}
.piece,.token{fill:Canvas}
.yard,.own .square,.square.star,.cage rect{fill:Canvas}
.yard.turn>rect,.trail,.trail polyline{stroke:Highlight}
.trail polyline{opacity:1}
.shine{stroke:CanvasText;stroke-opacity:1;stroke-width:.05}
.badge circle,.die rect{fill:Canvas;stroke:CanvasText}
.badge text,.lock{fill:CanvasText}.lock,.die path{stroke:CanvasText}
}`;
