// Whoever plays by keyboard or with a screen reader keeps a place at the table: when what has the focus goes away (the
// card that was played, the bids, the button that was pressed), it goes to the hand, or else to what is to be done.

const NEXT = ['[data-at][tabindex="0"]', "[data-main]", "[data-tool]"];

export function keepsFocus(screen: HTMLElement): () => void {
  let last: Element | null = null;
  const note = ({ target }: FocusEvent): void => void (last = target as Element);
  const changes = new MutationObserver(() => {
    if (last === null || last.isConnected || document.activeElement !== document.body) return;
    // What is there may be hidden for the moment, and takes no focus then.
    for (const next of NEXT) {
      screen.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
      if (document.activeElement !== document.body) return;
    }
  });
  screen.addEventListener("focusin", note);
  changes.observe(screen, { childList: true, subtree: true });
  return () => changes.disconnect();
}
