// Put into a page before anything of its own runs: notes what the page does to somebody who plays, in milliseconds
// since it was asked for. `watched` is what was seen so far.

(() => {
  const watched = (globalThis.watched = { ready: null, taps: [], shifts: [], frames: [], readyWhen, countFrames });

  /** Tap the first element that fits as soon as it is there; `ready` is when the effect of that was drawn. */
  function readyWhen(selector, effect) {
    const found = document.querySelector(selector);
    if (found === null) {
      requestAnimationFrame(() => readyWhen(selector, effect));
    } else {
      found.click();
      drawn(() => count(effect) > 0).then((at) => (watched.ready = at));
    }
  }

  // While something moves on purpose: when each frame began and ended. What goes on for long (a glow) is not meant.
  const LONG = 4_000;
  let moving = 0;
  function countFrames() {
    watched.marked = performance.mark("watched").startTime; // it is in the browser's trace too, by another clock
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
      const animation = animate.apply(this, how);
      lasts(animation);
      return animation;
    };
    for (const begin of ["animationstart", "transitionrun"])
      document.addEventListener(begin, ({ target }) => target.getAnimations().forEach(lasts), { capture: true });
    let before = null;
    const count = (now) => {
      if (before !== null && before < moving) watched.frames.push([before, now]);
      before = now;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  }

  function lasts(animation) {
    const { endTime } = animation.effect.getComputedTiming();
    if (endTime <= LONG) moving = Math.max(moving, performance.now() + endTime - (animation.currentTime ?? 0));
  }

  // Whatever changes its place without being moved on purpose, by a transform. What is to be chosen from (`.tray`) comes
  // and goes before the first card of a round and after the last; in between nothing has a reason to move.
  let played = false;
  new PerformanceObserver((list) => {
    played = count(".end") === 0 && (played || count("[data-lying]") > 0);
    const playing = played && count(".tray, .end") === 0;
    for (const { value, sources } of list.getEntries()) {
      watched.shifts.push({ playing, value, what: sources.map(({ node }) => named(node)) });
    }
  }).observe({ type: "layout-shift", buffered: true });

  // Before the page hears of a tap: what does it have to bring about?
  document.addEventListener("click", (event) => {
    if (!event.isTrusted || !(event.target instanceof Element)) return;
    const goal = goalOf(event.target);
    if (goal === null) return;
    const tap = { what: goal.what, at: event.timeStamp, took: null };
    watched.taps.push(tap);
    drawn(goal.reached).then((at) => (tap.took = at - tap.at));
  }, { capture: true });

  /** What a tap is for, and how one sees that it was done. */
  function goalOf(target) {
    const card = target.closest("[data-hand] [data-card]");
    if (card?.closest(".picked")) return { what: "card", reached: fewerCards() };
    if (card && count(".tray .slot") > 0) return { what: "lay one", reached: fewerCards() };
    if (card) return { what: "pick", reached: () => card.closest(".picked") !== null };
    const word = target.closest("[data-move=show], [data-move=hide]");
    if (word?.getAttribute("aria-pressed") === "true") return { what: "show", reached: gone("[data-move=show]") };
    if (word) return { what: "pick", reached: () => word.getAttribute("aria-pressed") === "true" };
    if (target.closest("[data-move]")) return { what: "card", reached: fewerCards() };
    const bid = target.closest("[data-bid]");
    if (bid?.getAttribute("aria-pressed") === "true") return { what: "bid", reached: ownBid };
    if (bid) return { what: "pick", reached: () => bid.getAttribute("aria-pressed") === "true" };
    if (!target.closest("[data-main]")) return null;
    if (count("[data-bid]") > 0) return { what: "bid", reached: ownBid };
    if (count("[data-move=show]") > 0) return { what: "show", reached: gone("[data-move=show]") };
    if (count(".tray .slot") > 0) return { what: "lay", reached: ownLayout };
    return count(".picked") > 0 ? { what: "card", reached: fewerCards() } : null;
  }

  function fewerCards() {
    const before = count("[data-hand] [data-card]");
    return () => count("[data-hand] [data-card]") < before;
  }

  /** There is nothing to choose from any more, and one's seat shows what was chosen. */
  function ownBid() {
    return count("[data-bid], .cell.own .bid .none") === 0;
  }

  function ownLayout() {
    return count(".tray .slot") === 0 && count(".cell.own .ready.yes, .cell.own .piles") > 0;
  }

  function gone(selector) {
    return () => count(selector) === 0;
  }

  function count(selector) {
    return document.querySelectorAll(selector).length;
  }

  /** When the first frame was drawn in which it is so. */
  function drawn(reached) {
    return new Promise((resolve) => {
      const look = () => {
        if (reached()) afterFrame(() => resolve(performance.now()));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  }

  /** A message sent while a frame is made is heard when it is done. */
  function afterFrame(then) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage(null);
  }

  function named(node) {
    if (!(node instanceof Element)) return String(node?.parentElement?.className ?? "gone");
    return `${node.localName}.${node.getAttribute("class") ?? ""}`;
  }
})();
