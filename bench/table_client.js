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

  /** From the first card that leaves to the last that is there: when everything that is to move is on its way. */
  async flight() {
    const all = document.getAnimations().filter(({ effect }) => effect?.target?.matches?.(".is-travelling"));
    await Promise.all(all.map((one) => one.ready));
    const begins = all.map((one) => one.startTime + one.effect.getComputedTiming().delay);
    const ends = all.map((one) => one.startTime + one.effect.getComputedTiming().endTime);
    return { from: Math.min(...begins), to: Math.max(...ends) };
  },

  /** The frames between; both ends are marked for who traces. */
  watched({ from, to }) {
    performance.mark("from", { startTime: from });
    performance.mark("to", { startTime: to });
    return this.frames.filter((at) => at >= from && at <= to);
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
