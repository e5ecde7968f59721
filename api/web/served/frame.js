// fairdice 0.1.0 Apache-2.0 ../../source/player/register.js
(()=>{if(window.parent===window)return;let e=0;const t=()=>{const t=Math.ceil(document.documentElement.getBoundingClientRect().height);t!==e&&(e=t,window.parent.postMessage({type:"fairdice-replay:size",version:1,height:t},"*"))};new ResizeObserver(t).observe(document.documentElement),t()})();
