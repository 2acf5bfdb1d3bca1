import type { Signal } from '@preact/signals-core';

/**
 * Keeps a log at its end while new rows arrive, unless the reader scrolled up; `below` then counts what arrived.
 * Returns its end.
 */
export function stickToEnd(log: HTMLElement, below: Signal<number | null>): () => void {
  let atEnd = true;
  let rows = count(log);
  const toEnd = () => {
    log.scrollTop = log.scrollHeight;
  };
  const onScroll = () => {
    atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 48;
    below.value = atEnd ? null : (below.peek() ?? 0);
  };
  const onChange = () => {
    const added = count(log) - rows;
    rows += added;
    // A log that was emptied has no end to be away from.
    if (log.scrollHeight <= log.clientHeight) onScroll();
    const own = added > 0 && [...log.querySelectorAll('.row')].at(-1)?.classList.contains('visitor') === true;
    if (atEnd || own) toEnd();
    else if (added > 0) below.value = (below.peek() ?? 0) + added;
  };
  const changes = new MutationObserver(onChange);
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
    size.disconnect();
    log.removeEventListener('scroll', onScroll);
  };
}

/** Messages, not what else stands in the log. */
function count(log: HTMLElement): number {
  return log.querySelectorAll('.row').length;
}
