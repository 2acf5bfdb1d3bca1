import type { Signal } from '@preact/signals-core';

/**
 * Keeps a log at its end while new rows arrive, unless the reader scrolled up; `below` then counts what arrived.
 * Returns its end.
 */
export function stickToEnd(log: HTMLElement, below: Signal<number | null>): () => void {
  let atEnd = true;
  let frame = 0;
  let height = 0;
  let last = rowsOf(log).at(-1);
  const toEnd = () => {
    log.scrollTop = height = log.scrollHeight;
  };
  const onScroll = () => {
    // Rows that wait for the next frame are no distance that the reader took: our own scrolling is told after they came.
    if (frame === 0) height = log.scrollHeight;
    atEnd = height - log.scrollTop - log.clientHeight < 48;
    below.value = atEnd ? null : (below.peek() ?? 0);
  };
  const onChange = () => {
    // Behind the last one known: a conversation that is full loses a row at its beginning for each new one.
    const rows = rowsOf(log);
    const added = rows.length - 1 - (last === undefined ? -1 : rows.lastIndexOf(last));
    last = rows.at(-1);
    // A log that was emptied has no end to be away from.
    if (log.scrollHeight <= log.clientHeight) onScroll();
    const own = added > 0 && last?.classList.contains('visitor') === true;
    if (atEnd || own) toEnd();
    else if (added > 0) below.value = (below.peek() ?? 0) + added;
    height = log.scrollHeight;
  };
  // Once for all changes before the next frame: asked for its height after each, the log is laid out each time.
  const changes = new MutationObserver(() => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      onChange();
    });
  });
  changes.observe(log, { childList: true, subtree: true, characterData: true });
  // A keyboard that comes up, or a panel that is shown, must not hide the end.
  const size = new ResizeObserver(() => {
    if (atEnd) toEnd();
  });
  size.observe(log);
  log.addEventListener('scroll', onScroll, { passive: true });
  toEnd();
  return () => {
    changes.disconnect();
    cancelAnimationFrame(frame);
    size.disconnect();
    log.removeEventListener('scroll', onScroll);
  };
}

/** Messages, not what else stands in the log. */
function rowsOf(log: HTMLElement): Element[] {
  return [...log.querySelectorAll('.row')];
}
