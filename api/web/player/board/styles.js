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
.board{aspect-ratio:8/9}
.board svg{display:block;width:100%;height:100%;user-select:none}
.board svg,.token{stroke-linejoin:round;stroke-linecap:round;font-family:system-ui,sans-serif}
.token{width:1em;height:1em;vertical-align:-.12em;overflow:visible}
.piece,.token{fill:var(--c);stroke:var(--edge);stroke-width:.05;fill-rule:evenodd}
.ground{fill:var(--ground)}
.yard{fill:color-mix(in srgb,var(--c) 20%,var(--paper));stroke:var(--c);stroke-width:.06}
.yard circle{fill:var(--paper)}
.yard.turn rect{stroke-width:.2}
.unused{opacity:.45}
.loop{fill:none;stroke:var(--line);stroke-width:.1}
.cell{fill:var(--paper);stroke:var(--line);stroke-width:.04}
.star{fill:color-mix(in srgb,var(--line) 22%,var(--paper))}
.figure{fill:color-mix(in srgb,var(--line) 75%,var(--paper))}
.own .cell{fill:color-mix(in srgb,var(--c) 34%,var(--paper));stroke:var(--c)}
.own .figure{fill:none;stroke:var(--c);stroke-width:.08}
.own .end{fill:var(--paper)}
.trail{fill:none;stroke:var(--ink);stroke-width:.07}
.trail path{stroke:var(--c);stroke-width:.18;opacity:.5}
.trail .no{opacity:1}
.came{stroke-dasharray:.14 .17}
.pair{stroke:var(--c);stroke-width:.8;opacity:.45}
.shine{fill:none;stroke:#fff;stroke-opacity:.4}
.badge{fill:#fffdf8;stroke:#2b2620;stroke-width:.08}
.many{fill:#2b2620}
text{stroke:none;fill:var(--ink)}
.badge text{fill:#2b2620}.many text{fill:#fffdf8}
.cage{fill:var(--c);fill-opacity:.18;stroke:var(--c);stroke-width:.06}
.bars{stroke:var(--edge);stroke-dasharray:.05 .36;stroke-linecap:butt}
.who{fill:var(--quiet)}
.who.turn,.turn th{font-weight:700}
.who.turn{fill:var(--ink)}
.away{font-style:italic}
.old{opacity:.5}
.die{transform-box:fill-box;transform-origin:center;fill:#fffdf8;stroke:#5d5347;stroke-width:.07}
.die path{stroke:#2b2620;stroke-width:.21}
.due{fill:none;stroke:var(--ink);stroke-dasharray:.16 .19}
.standings,.tallies table{width:100%;border-spacing:0}
.standings :is(th,td){text-align:start;vertical-align:top;padding:.5rem;border-block-end:1px solid var(--line);font-weight:inherit}
.standings .turn{background:color-mix(in srgb,var(--c) 14%,var(--paper))}
.standings small,.tallies p{display:block;font-weight:400;color:var(--quiet);font-size:.8125rem}
.standings td{width:65%}
.bar{display:flex;height:.5rem;border-radius:4px;overflow:hidden;border:1px solid var(--line);margin-block:.375rem .25rem}
.bar i{background:var(--c);flex:0 1 0}
i:nth-child(2){opacity:.5}
.bar i:nth-child(3){background:var(--ink)}
i:nth-child(4){opacity:.12}
.tallies{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));gap:1.25rem}
.tallies>p{grid-column:1/-1}
.tallies figure{margin:0}
.tallies :is(th,td){padding:.0625rem 0;width:1.75rem;text-align:end}
.tallies td+td{width:auto;padding-inline-start:.75rem}
.tally{display:block;padding-block:.25rem;background:linear-gradient(90deg,#0000 var(--low),color-mix(in srgb,var(--line) 45%,var(--paper)) 0 var(--high),#0000 0)}
.tally i{display:block;height:.5rem;background:var(--c,var(--quiet))}
@media(forced-colors:active){
:host{--ink:CanvasText;--quiet:CanvasText;--paper:Canvas;--ground:Canvas;--line:GrayText;--edge:CanvasText}
:is(.board,.token,.tallies,.standings) :is(g,path,tr,figure),.token{--c:CanvasText}
.yard,.own .cell,.star,.badge,.die,.many text{fill:Canvas}
.piece,.many{fill:CanvasText;stroke:Canvas}
.shine{stroke:Canvas;stroke-opacity:1}
.badge,.die,.die path{stroke:CanvasText}
.yard.turn rect,.trail,.trail path{stroke:Highlight;opacity:1}
.bar,.tally{forced-color-adjust:none}
}`;
