// For pages that hold replays in frames: makes each frame as high as the replay in it.
//
// A page loads it (docs/howto/embed.md), and it looks after every <iframe> with the attribute data-fairdice. A message
// counts only if it comes from the window of such a frame: others may send what they like.

addEventListener("message", (event) => {
  const { data, source } = event;
  if (typeof data !== "object" || data === null) return;
  if (data.type !== "fairdice-replay:size" || data.version !== 1 || !Number.isFinite(data.height)) return;
  for (const frame of document.querySelectorAll("iframe[data-fairdice]")) {
    if (frame instanceof HTMLIFrameElement && frame.contentWindow === source) {
      frame.style.setProperty("height", `${Math.min(Math.max(Math.ceil(data.height), 100), 5000)}px`);
    }
  }
});
