// The rules of the board, of the small pictures in lists, and the colours that all share.
// A page may set --fairdice-ink, -quiet, -paper, -ground, -line and the colours of the seats.

/** By name: in light, in dark. */
const COLOURS = {
  ink: ["#2b2620", "#f2eadd"], quiet: ["#665c50", "#b8ad9e"], paper: ["#fffdf8", "#3b352e"], ground: ["#f1e8da", "#28231e"], line: ["#c9bba6", "#62584c"],
  face: ["#fffdf8", "#221e1a"], good: ["#1d6a49", "#8fd3ae"], bad: ["#a32a1c", "#ffaf9f"], doubt: ["#7d5800", "#ecc873"], accent: ["#94501c", "#eaa86c"],
  red: ["#d2493a", "#e2604f"], green: ["#2c9159", "#41ad71"], yellow: ["#e3a51c", "#edb83c"], blue: ["#2f6dc6", "#5d95e8"], violet: ["#8449b6", "#a877d8"], black: ["#4d4943", "#8f877c"],
};
/** @type {(rule: (name: string, values: string[]) => string) => string} */
const forColours = (rule) => Object.entries(COLOURS).map(([name, values]) => rule(name, values)).join("");
const palette = (/** @type {0 | 1} */ dark) => forColours((name, values) => `--${name}:var(--fairdice-${name},${values[dark]});`) + `color-scheme:${dark ? "dark" : "light"};`;

export const BOARD_CSS = `
.frame{${palette(0)}--card:#fffdf8;--pip:#2b2620}
@media(prefers-color-scheme:dark){:host(:not([theme=light])) .frame{${palette(1)}}}
:host([theme=dark]) .frame{${palette(1)}}
${forColours((name) => `.c-${name}{--c:var(--${name})}`)}
.board{container-type:inline-size}
.board>svg{width:100%;height:100%}
svg{stroke-linejoin:round;stroke-linecap:round}
.labels{position:absolute;inset:0 4% auto;height:10.5%;display:flex;gap:1em;font-size:4.25cqw;color:var(--quiet)}
.labels+.labels{inset:auto 4% 0}
.labels div{flex:1;min-width:0;display:flex;align-items:center;justify-content:center;gap:.4em;white-space:nowrap}
.labels :is(:first-child,:last-child){justify-content:flex-start}
.labels div:last-child{flex-direction:row-reverse}
.labels div>:first-child{overflow:hidden;text-overflow:ellipsis}
.throw .token{font-size:1.4em;vertical-align:middle}
.turn,.turn th{font-weight:700;color:var(--ink)}
.away{font-style:italic}
.token{width:1em;height:1em;vertical-align:-.12em;overflow:visible}
.piece,.cage,.token{fill:var(--c);stroke:var(--pip);stroke-width:.05;fill-rule:evenodd}
.yard{fill:color-mix(in srgb,var(--c) 20%,var(--paper));stroke:var(--c);stroke-width:.06}
.yard.turn{stroke-width:.2}
.yard rect+rect{fill:var(--paper);stroke-width:.06}
.unused,.old,.pair,.trail path{opacity:.5}
.loop{fill:none;stroke:var(--line);stroke-width:.1}
.cell{fill:var(--paper);stroke:var(--line);stroke-width:.04}
.figure{fill:var(--line)}
.own .cell{fill:color-mix(in srgb,var(--c) 34%,var(--paper));stroke:var(--c)}
.own .figure{fill:none;stroke:var(--c);stroke-width:.08}
.own .end{fill:var(--paper)}
.trail{fill:none;stroke:var(--ink);stroke-width:.07}
.no,.trail path{stroke:var(--c);stroke-width:.18}
.came,.due{stroke-dasharray:.16 .19}
.pair{stroke:var(--c);stroke-width:.8}
.shine{fill:none;stroke:#fff6;transform:scale(.62)}
.badge,.die{fill:var(--card);stroke:var(--pip);stroke-width:.08}
.die path{stroke-width:.21}
.due{fill:none;stroke:var(--ink)}
.many{fill:var(--pip)}
text{stroke:none;fill:var(--pip)}.many text{fill:var(--card)}
.cage{fill-opacity:.18;stroke:var(--ink)}
.standings,.tallies table{width:100%;border-spacing:0}
.standings :is(th,td){text-align:start;vertical-align:top;padding:.5rem;border-block-end:1px solid var(--line);font-weight:inherit}
.standings .turn{background:color-mix(in srgb,var(--c) 10%,var(--face))}
.standings small,.tallies p{display:block;font-weight:400;color:var(--quiet);font-size:.8125rem}
.standings td{width:65%}
.bar{display:block;height:.625rem;border-radius:4px;border:1px solid var(--line);margin-block:.375rem .25rem;background:linear-gradient(90deg,var(--c) var(--home),color-mix(in srgb,var(--c) 50%,var(--paper)) 0 var(--going),var(--ink) 0 var(--taken),#0000 0)}
.tallies{columns:15rem}
.tallies>p{column-span:all}
.tallies figure{margin:0 0 1.25rem;break-inside:avoid}
.tallies :is(th,td){padding:.0625rem 0;width:1.75rem;text-align:end}
.tallies td+td{width:auto;padding-inline-start:.75rem}
.tallies .bar{height:1rem;border:0;margin:0;background:linear-gradient(var(--c,var(--quiet)) 0 0) 0/var(--count) 50% no-repeat,linear-gradient(90deg,#0000 var(--low),color-mix(in srgb,var(--line) 45%,var(--paper)) 0 var(--high),#0000 0)}
@media(forced-colors:active){
.frame.frame.frame{--ink:CanvasText;--quiet:CanvasText;--paper:Canvas;--ground:Canvas;--line:GrayText;--card:Canvas;--pip:CanvasText}
*{--c:CanvasText!important}
.yard,.own .cell{fill:Canvas}
.piece{stroke:Canvas}
.yard.turn,.no,.trail,.trail path{stroke:Highlight;opacity:1}
.bar{forced-color-adjust:none}
}`;
