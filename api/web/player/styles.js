// One sheet for all of it.  Sizes follow the box that the page gives (container queries), never the window.
// Names of our own begin inside the frame, not at the host, where `--fairdice-ink: var(--ink)` of a page would be a circle.

import { BOARD_CSS } from "./board/styles.js";

const PLAYER_CSS = `
:host{display:block;max-width:var(--fairdice-width,62rem);container-type:inline-size;font:400 1rem/1.45 var(--fairdice-font,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif);text-align:start}
.frame{color:var(--ink)}
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

.frame{position:relative;display:grid;background:var(--face);border:1px solid var(--line);border-radius:var(--fairdice-radius,14px);overflow:clip;grid-template-columns:minmax(0,1fr)}
.verdict{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 .75rem;align-content:center;align-items:center;width:100%;min-height:6.75rem;padding:.75rem 1rem;text-align:start;
--tone:var(--quiet);background:color-mix(in srgb,var(--tone) 11%,var(--face));border-bottom:1px solid color-mix(in srgb,var(--tone) 28%,var(--face))}
.verdict[data-state=verified]{--tone:var(--good)}
.verdict:is([data-state=refused],[data-state=unreadable]){--tone:var(--bad)}
.verdict:is([data-state=open],[data-state=unchecked]){--tone:var(--doubt)}
.verdict .seal{grid-row:span 2;width:2.5rem;height:2.5rem;border-radius:50%;display:grid;place-items:center;background:var(--tone);color:var(--face)}
.verdict strong{font-weight:650;font-size:1.125rem;color:var(--tone)}
.verdict small{font-size:.875rem;line-height:1.35}
[data-state=loading] .icon{animation:wait 2s linear infinite}
@keyframes wait{to{rotate:1turn}}

.game{padding:.75rem;min-width:0}
.stage{aspect-ratio:8/9;border-radius:10px;position:relative;display:grid;background:var(--ground)}
.stage>*{position:absolute;inset:0}
.stage>.again{inset:auto;place-self:center;padding:.75rem 1.5rem;border-radius:999px;background:var(--accent);color:var(--face)}
.told{height:4.5rem;padding:.625rem .25rem 0;text-wrap:pretty}
.told p{font-size:.9375rem;line-height:1.3}
.told.refused{color:var(--bad);font-weight:600}
.slider{display:block;width:100%;height:2.75rem;margin:0;accent-color:var(--accent);cursor:pointer}
.buttons{display:flex;justify-content:space-between;gap:.125rem}
.button{min-width:2.25rem;flex:1 1 2.75rem;max-width:4rem;height:2.75rem;border-radius:10px;display:grid;place-items:center}
.button.main{background:var(--accent);color:var(--face);border-radius:999px;flex-grow:1.5;max-width:5rem}
.button[aria-disabled=true]{opacity:.35;cursor:default}
.more{display:flex;align-items:center;gap:.5rem;margin-top:.25rem;min-height:2.75rem;font-size:.875rem;color:var(--quiet)}
.place{flex:1;font-variant-numeric:tabular-nums;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
select{height:2.75rem;padding-inline:.5rem;border:1px solid var(--line);border-radius:10px;background:var(--face);max-width:9rem}

.panel{display:flex;flex-direction:column;border-top:1px solid var(--line);height:26rem;min-width:0}
.tabs{display:flex;overflow-x:auto;scrollbar-width:none;border-bottom:1px solid var(--line);flex:none}
.tab{flex:1 0 auto;min-width:2rem;height:2.75rem;padding-inline:.1875rem;font-size:.8125rem;color:var(--quiet);border-bottom:3px solid transparent;white-space:nowrap}
.tab[aria-selected=true]{color:var(--ink);font-weight:600;border-color:var(--accent)}
.page{flex:1;min-height:0;overflow-y:auto;overscroll-behavior:contain;padding:1rem;font-size:.9375rem;scrollbar-width:thin}
.page[hidden]{display:none}
.page h2{font-size:.9375rem;font-weight:650;margin-block:1.5rem .5rem}
.page h2:first-child{margin-top:0}

.page.list{padding:0}
.list ol{position:relative}
.list li{position:absolute;left:0;right:0;height:3rem}
.move{width:100%;height:100%;display:grid;grid-template-columns:3.25rem minmax(0,1fr);align-items:center;text-align:start;padding-inline:.5rem .75rem;font-size:.875rem;line-height:1.25;border-left:3px solid transparent}
.move span:first-child{color:var(--quiet);font-variant-numeric:tabular-nums;font-size:.75rem;text-align:end;padding-right:.75rem}
.move span+span{-webkit-line-clamp:2}
.move[aria-current=step]{background:color-mix(in srgb,var(--accent) 13%,var(--face));border-color:var(--accent);font-weight:550}

.check{display:grid;grid-template-columns:1.5rem minmax(0,1fr);gap:.125rem .625rem;padding-block:.625rem;border-bottom:1px solid var(--line)}
.check .icon{width:1.25rem;height:1.25rem;margin-top:.125rem}
.check p+p{margin-top:.25rem}
.check strong{font-weight:600}
.check p{color:var(--quiet);font-size:.875rem;overflow-wrap:anywhere}
.check .good{color:var(--good)}.check .bad{color:var(--bad)}.check .doubt{color:var(--doubt)}.check .quiet{color:var(--quiet)}
.fault{border:1px solid color-mix(in srgb,var(--bad) 40%,var(--face));background:color-mix(in srgb,var(--bad) 8%,var(--face));border-radius:10px;padding:.875rem;margin-bottom:1.25rem}
.fault strong{color:var(--bad)}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.375rem .875rem;font-size:.875rem;margin-top:.625rem}
dt{color:var(--quiet)}
dd,code,pre{overflow-wrap:anywhere}
code,pre{font:.8125rem/1.5 ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
pre{white-space:pre-wrap;margin-block:.625rem;padding:.75rem;border-radius:10px;background:var(--ground)}
.checks>p>a{display:inline-block;padding-block:.625rem}
kbd{font:600 .8125rem/1 inherit;display:inline-block;border:1px solid var(--line);border-bottom-width:2px;border-radius:6px;padding:.3125rem .5rem;background:var(--ground)}

@media(hover:hover){:is(.button:not(.main),.tab,.move):hover{background:color-mix(in srgb,var(--ink) 7%,var(--face))}}

@container(width<23rem){.button.far{display:none}.tab{font-size:.75rem}.verdict{min-height:8rem}.verdict small{-webkit-line-clamp:4}select{padding-inline:.25rem;max-width:6.25rem}}
@container(width>=30rem){.verdict{min-height:5rem}.game{padding:1.25rem}.told{height:3.75rem}.told p{font-size:1.0625rem;-webkit-line-clamp:2;line-height:1.35}.buttons{justify-content:center;gap:.375rem}}
@container(width>=46rem){
.frame{grid-template-columns:minmax(0,1fr) clamp(19rem,38%,24rem)}
.verdict{grid-column:1/-1}
.panel{border-top:0;border-left:1px solid var(--line);height:0;min-height:100%}
}
@media(prefers-reduced-motion:reduce){*{animation:none!important}}
@media(forced-colors:active){.tab,.move{border-color:Canvas}.tab[aria-selected=true]{border-color:Highlight}.move[aria-current=step]{border-color:Highlight;outline:2px solid Highlight;outline-offset:-2px}.button.main,.verdict .seal{border:2px solid}.button[aria-disabled=true]{opacity:1;color:GrayText}}
@media print{.slider,.buttons,.more,.tabs{display:none}.frame{display:block;border:0}.panel{height:auto!important}.page{overflow:visible}}`;

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
