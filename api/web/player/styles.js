// One sheet for all of it.  Sizes follow the box that the page gives (container queries), never the window.
// Names of our own begin inside the frame, not at the host, where `--fairdice-ink: var(--ink)` of a page would be a circle.

import { BOARD_CSS } from "./board/styles.js";

const PLAYER_CSS = `
:host{display:block;max-width:var(--fairdice-width,62rem);container-type:inline-size;font:1rem/1.45 var(--fairdice-font,system-ui,sans-serif);text-align:start}
:host([hidden]){display:none}
*{box-sizing:border-box}
h2,p,ol,ul,dl,dd,pre{margin:0;padding:0}
ul,ol{list-style:none}
button,select{font:inherit;color:inherit;touch-action:manipulation}
button{background:none;border:0;padding:0;cursor:pointer}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--fairdice-focus,var(--accent));outline-offset:2px}
.verdict,.tab,.page,.move{outline-offset:-3px}
.verdict small,.told p,.move span+span{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}
.icon{width:1.5em;height:1.5em;fill:none;stroke:currentColor;stroke-width:2;flex:none}
.icon.play{fill:currentColor}
.icon.pause{stroke-width:3.5}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.good{--tone:var(--good)}
.bad{--tone:var(--bad)}
.doubt,.wait{--tone:var(--doubt)}
.quiet,[data-state=loading]{--tone:var(--quiet)}
.tone{color:var(--tone);font-weight:600}
.verdict,.fault{background:color-mix(in srgb,var(--tone) 11%,var(--face))}

.frame{position:relative;display:grid;color:var(--ink);background:var(--face);border:1px solid var(--line);border-radius:var(--fairdice-radius,14px);overflow:clip;grid-template-columns:minmax(0,1fr)}
.verdict{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 .75rem;align-content:center;align-items:center;width:100%;min-height:6.75rem;padding:.75rem 1rem;text-align:start;border-bottom:1px solid var(--line)}
.seal{grid-row:span 2;width:2.5rem;height:2.5rem;border-radius:50%;display:grid;place-items:center;background:var(--tone);color:var(--face)}
.verdict strong{font-size:1.125rem}
.verdict small{font-size:.875rem;line-height:1.3}

.game{padding:.75rem;min-width:0}
.stage{aspect-ratio:8/9;border-radius:10px;position:relative;display:grid;background:var(--ground)}
.stage>*{position:absolute;inset:0}
.stage>.again{inset:auto;place-self:center;padding:.75rem 1.5rem;border-radius:10px;background:var(--accent);color:var(--face)}
.told{height:4.5rem;padding:.625rem .25rem 0}
.told p{line-height:1.3}
.slider{display:block;width:100%;height:2.75rem;margin:0;accent-color:var(--accent);cursor:pointer}
.buttons{display:flex;justify-content:center;gap:.25rem}
.button{flex:1 1 2.25rem;max-width:4rem;height:2.75rem;border-radius:10px;display:grid;place-items:center}
.button.play{border-radius:50%;background:var(--accent);color:var(--face)}
.button[aria-disabled=true]{opacity:.35;cursor:default}
.more{display:flex;align-items:center;gap:.5rem;margin-top:.25rem;min-height:2.75rem;font-size:.875rem;color:var(--quiet)}
.place{flex:1;font-variant-numeric:tabular-nums;white-space:nowrap;overflow:hidden}
select{height:2.75rem;padding-inline:.5rem;border:1px solid var(--line);border-radius:10px;background:var(--face);max-width:9rem}

.panel{display:flex;flex-direction:column;border-top:1px solid var(--line);height:26rem;min-width:0}
.tabs{display:flex;overflow-x:auto;scrollbar-width:none;border-bottom:1px solid var(--line);flex:none}
.tab{flex:1 0 auto;min-width:2rem;height:2.75rem;padding-inline:.1875rem;font-size:.8125rem;color:var(--quiet);border-bottom:3px solid #0000;white-space:nowrap}
.tab[aria-selected=true]{color:var(--ink);border-color:var(--accent);font-weight:600}
.page{flex:1;min-height:0;overflow-y:auto;overscroll-behavior:contain;padding:1rem;font-size:.875rem}
.page[hidden]{display:none}
.page h2{font-size:1rem;margin-block:1.5rem .5rem}
.page h2:first-child{margin-top:0}

.page.list{padding:0}
.list ol{position:relative}
.list li{position:absolute;left:0;right:0;height:3rem}
.move{width:100%;height:100%;display:grid;grid-template-columns:3.25rem minmax(0,1fr);align-items:center;text-align:start;padding-inline:.5rem .75rem;line-height:1.3;border-left:3px solid #0000}
.move span:first-child{color:var(--quiet);font-variant-numeric:tabular-nums;font-size:.75rem;text-align:end;padding-right:.75rem}
.move span+span{-webkit-line-clamp:2}
.move[aria-current=step]{background:color-mix(in srgb,var(--accent) 11%,var(--face));border-color:var(--accent);font-weight:600}

.check{display:grid;grid-template-columns:1.5rem minmax(0,1fr);gap:.5rem;padding-block:.625rem;border-bottom:1px solid var(--line)}
.check p{color:var(--quiet)}
.check p+p{margin-top:.25rem}
.fault{border:1px solid var(--tone);border-radius:10px;padding:.75rem;margin-bottom:1.25rem}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.5rem .75rem;margin-top:.625rem}
dt{color:var(--quiet)}
dd,p,code{overflow-wrap:anywhere}
code{font:.8125rem/1.5 ui-monospace,Consolas,monospace}
pre,kbd{border-radius:10px;background:var(--ground)}
pre{white-space:pre-wrap;margin-block:.625rem;padding:.75rem}
kbd{display:inline-block;border:1px solid var(--line);padding:.25rem .5rem}
.checks>p>a{display:inline-block;padding-block:.625rem}

@media(hover:hover){:is(.button:not(.play),.tab,.move):hover{background:color-mix(in srgb,var(--ink) 7%,var(--face))}}
@container(width<23rem){.button:is(.start,.end){display:none}.tab{font-size:.75rem}.verdict{min-height:8rem}.verdict small{-webkit-line-clamp:4}select{padding-inline:.25rem;max-width:6.25rem}}
@container(width>=30rem){.verdict{min-height:5rem}.game{padding:1.25rem}}
@container(width>=46rem){
.frame{grid-template-columns:minmax(0,1fr) clamp(19rem,38%,24rem)}
.verdict{grid-column:1/-1}
.panel{border-top:0;border-left:1px solid var(--line);height:0;min-height:100%}
}
@media(prefers-reduced-motion:no-preference){[data-state=loading] .icon{animation:wait 2s linear infinite}}
@keyframes wait{to{rotate:1turn}}
@media(forced-colors:active){.tab,.move{border-color:Canvas}.tab[aria-selected=true],.move[aria-current=step]{border-color:Highlight}.button.play,.seal{border:2px solid}.button[aria-disabled=true]{opacity:1;color:GrayText}}
@media print{.controls,.tabs{display:none}.frame{display:block}.panel{height:auto!important}.page{overflow:visible}}`;

/** @type {CSSStyleSheet | undefined} */
let sheet;

/** The sheet, made once for all players of a page. */
export function playerSheet() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(BOARD_CSS + PLAYER_CSS);
  }
  return sheet;
}
