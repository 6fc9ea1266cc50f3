// Runs in every page before its own scripts; each question gives the faults found, in words.
window.watching = {
  refused: [],

  /** A new width or theme may take a while to arrive, and what changes with it a moment longer. */
  async settled(query) {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    while (!matchMedia(query).matches) await frame();
    await frame();
    const ending = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  },

  /** The first few are as the many that follow. */
  unfold: () => [...document.querySelectorAll("main details")].slice(0, 6).forEach((details) => (details.open = true)),

  /** As readers set their browser who want larger letters. */
  enlarge: (percent) => (document.documentElement.style.fontSize = percent),

  /** Whether whoever walks by keyboard sees where he is. */
  isFocusSeen() {
    const here = document.activeElement;
    if (here === document.body) return true; // beyond the last one
    return [here, here.closest("label, .choice, .field")].filter(Boolean).some((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    });
  },

  /** What axe-core calls serious or critical; of `rules` alone, or of all. */
  async forReaders(...rules) {
    const chosen = rules.length ? { runOnly: rules } : { rules: { "target-size": { enabled: true } } };
    const found = await axe.run(document, { resultTypes: ["violations"], preload: false, ...chosen });
    return found.violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`));
  },

  /** What makes the page wider than the window; what scrolls in a box of its own does not. */
  ofWidth() {
    const page = document.scrollingElement;
    if (page.scrollWidth <= window.innerWidth) return [];
    const isBoxed = (element) =>
      element !== document.body && (getComputedStyle(element).overflowX !== "visible" || isBoxed(element.parentElement));
    const right = (element) => element.getBoundingClientRect().left + Math.max(element.offsetWidth ?? 0, element.scrollWidth);
    const sticksOut = (element) => right(element) > window.innerWidth + 0.5;
    const culprits = [...document.body.querySelectorAll("*")].filter(sticksOut).filter((one) => !isBoxed(one.parentElement));
    return [`the page is ${page.scrollWidth} wide: ${culprits.slice(-3).map(this.named).join(" | ")}`];
  },

  /** What a thumb misses. Links inside a sentence are as high as its line. */
  ofTargets(least, primary) {
    const isSeen = (element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest("[aria-hidden=true], .visually-hidden, .skip-link");
    const isInText = (element) =>
      getComputedStyle(element).display === "inline" && element.parentElement.closest("p, li, dd, td, label, h1, h2, h3");
    const wanted = (element) =>
      element.matches(".button:not(.button--small)") ? primary : isInText(element) ? 0 : least;
    const touched = (element) => (element.matches("[type=radio], [type=checkbox]") && element.closest("label")) || element;
    return [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")]
      .filter(isSeen)
      .map(touched)
      .flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const isSmall = Math.min(width, height) < wanted(element) - 0.5;
        return isSmall ? [`${width.toFixed()} x ${height.toFixed()}, not ${wanted(element)}: ${this.named(element)}`] : [];
      });
  },

  named: (element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 120),
};

document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
  window.watching.refused.push(`${effectiveDirective} refuses ${blockedURI} ${sample}`),
);
