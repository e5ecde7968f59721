// Runs in the page that stands in a frame (/embed/...): tells the page around it how high the replay is.
//
// The message is {type: "fairdice-replay:size", version: 1, height}, height in CSS pixels. It holds nothing else, so
// whoever frames the page may read it.

(() => {
  if (window.parent === window) return;
  let last = 0;
  const tell = () => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    if (height === last) return;
    last = height;
    window.parent.postMessage({ type: "fairdice-replay:size", version: 1, height }, "*");
  };
  new ResizeObserver(tell).observe(document.documentElement);
  tell();
})();
