// Runs in the pages that are measured: when somebody tapped, when a page showed it, and how the frames came meanwhile.
window.bench = {
  tapped: 0,
  waiting: null,
  frames: null,

  now: () => performance.timeOrigin + performance.now(),

  /** Waits for a frame in which `selector` has an element that is not there yet, by its `data-move`; says when it is on its way to the screen, and nothing when it never comes. */
  arm(selector) {
    const known = new Set([...document.querySelectorAll(selector)].map((one) => one.dataset.move));
    const isThere = () => [...document.querySelectorAll(selector)].some((one) => !known.has(one.dataset.move));
    this.waiting = new Promise((done) => {
      setTimeout(() => done(null), 5000);
      const look = new MutationObserver(() => {
        if (!isThere()) return;
        look.disconnect();
        performance.mark("changed");
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            performance.mark("shown");
            done(this.now());
          };
          port2.postMessage(null);
        });
      });
      look.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["class", "data-move"] });
    });
  },

  /** From now on, every frame. */
  watch() {
    const times = [];
    this.frames = times;
    const frame = (at) => {
      if (this.frames !== times) return;
      times.push(at);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  },

  /** The frames around `since`, from the last before the change on, for so many milliseconds. */
  watched(since, milliseconds) {
    const times = this.frames;
    this.frames = null;
    const from = since - performance.timeOrigin;
    const first = Math.max(0, times.findIndex((at) => at >= from) - 2);
    return times.slice(first).filter((at) => at <= from + milliseconds);
  },
};

addEventListener(
  "pointerdown",
  (event) => {
    performance.mark("tap", { startTime: event.timeStamp });
    window.bench.tapped = performance.timeOrigin + event.timeStamp;
  },
  { capture: true },
);
