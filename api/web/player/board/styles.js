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
.yard circle{fill:var(--paper);stroke-width:.04}
.yard.turn rect{stroke-width:.2}
.yard.unused{opacity:.45}
.loop{fill:none;stroke:var(--line);stroke-width:.1}
.cell{fill:var(--paper);stroke:var(--line);stroke-width:.04}
.star{fill:color-mix(in srgb,var(--line) 22%,var(--paper))}
.figure{fill:color-mix(in srgb,var(--line) 75%,var(--paper))}
.own .cell{fill:color-mix(in srgb,var(--c) 34%,var(--paper));stroke:var(--c)}
.own .figure,.way{fill:none;stroke:var(--c);stroke-width:.08}
.own .end{fill:var(--paper);stroke-width:.06}
.trail{fill:none;stroke:var(--ink);stroke-width:.07}
.trail polyline{stroke:var(--c);stroke-width:.18;opacity:.5}
.came{stroke-dasharray:.14 .17}
.pairs{fill:none;stroke-width:.8;opacity:.45}
.pairs path{stroke:var(--c)}
.shine{fill:none;stroke:#fff;stroke-opacity:.4;stroke-width:.07}
.faint{opacity:.25}
.badge{fill:#2b2620;stroke:#2b2620;stroke-width:.035}
.badge circle,.many text{fill:#fffdf8}
.many circle{fill:#2b2620;stroke:#fffdf8}
.badge text,.throw text{stroke:none;font-weight:700}
.lock{fill:none}
.cage rect{fill:var(--c);fill-opacity:.18;stroke:var(--c);stroke-width:.06}
.cage path{stroke:var(--edge);stroke-width:.045}
.who{fill:var(--quiet)}
.who.turn{fill:var(--ink);font-weight:700}
.who.away{font-style:italic}
.throw text{fill:var(--ink)}
.throw.old{opacity:.5}
.die{transform-box:fill-box;transform-origin:center;fill:#fffdf8;stroke:#5d5347;stroke-width:.07}
.die path{stroke:#2b2620;stroke-width:.21}
.due{fill:none;stroke:var(--ink);stroke-dasharray:.16 .19}
.refused .trail{stroke:var(--red)}
.standings{display:grid;gap:.75rem}
.standings li{display:grid;grid-template-columns:1.5rem minmax(0,1fr) auto;gap:.125rem .5rem;align-items:center;padding:.375rem .5rem;border-radius:8px}
.standings .turn{background:color-mix(in srgb,var(--c) 14%,var(--paper))}
.standings .token{font-size:1.4em;grid-row:span 3}
.standings strong,.tallies strong{font-weight:600;overflow-wrap:anywhere}
.standings :is(.bar,small){grid-column:2/-1}
.standings small,.tallies p{color:var(--quiet);font-size:.8125rem}
.bar{display:flex;height:.5rem;border-radius:4px;overflow:hidden;border:1px solid var(--line)}
.bar i{background:var(--c);flex:0 1 0}
.bar .track{opacity:.5}
.bar .prison{background:var(--edge)}
.bar .yard{opacity:.12}
.tallies{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));gap:1.25rem}
.tallies>p{grid-column:1/-1}
.tallies figure{margin:0}:where(.tallies figure){--c:var(--quiet)}
.tallies table{width:100%;border-spacing:0 .125rem;margin-block:.25rem}
.tallies :is(th,td){padding:0}
.tallies th{width:1.75rem;text-align:start;font-size:1.15em;line-height:1}
.tallies td{width:2.5rem;text-align:end;padding-inline-end:.625rem;font-variant-numeric:tabular-nums}
.tallies td+td{width:auto;padding:0}
.tally{display:block;width:100%;height:1.125rem}
.span{fill:var(--line);opacity:.45}
.count{fill:var(--c)}
.tally line{stroke:var(--ink)}
.tallies .unusual{color:var(--ink);font-weight:600}
.whereabouts{border-spacing:0;width:100%}
.whereabouts :is(th,td){text-align:start;vertical-align:top;padding:.375rem .75rem .375rem 0;border-block-end:1px solid var(--line)}
@media(forced-colors:active){
:host{--ink:CanvasText;--quiet:CanvasText;--paper:Canvas;--ground:Canvas;--line:GrayText;--edge:CanvasText}
:is(.board,.token,.standings,.tallies) :is(g,svg,path,li,figure),.token{--c:CanvasText}
.yard,.own .cell,.star,.cage rect,.badge circle,.die,.many text{fill:Canvas}
.piece,.badge,.many circle{fill:CanvasText;stroke:Canvas}
.shine{stroke:Canvas;stroke-opacity:1}
.yard.turn rect,.trail,.trail polyline{stroke:Highlight;opacity:1}
.badge circle,.die,.die path{stroke:CanvasText}
.bar,.bar i{forced-color-adjust:none}
}`;
