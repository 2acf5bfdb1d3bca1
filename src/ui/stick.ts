import type { Signal } from '@preact/signals-core';

/**
 * Keeps a log at its end while new rows arrive, unless the reader scrolled up; `below` then counts what arrived.
 * Returns its end.
 */
export function stickToEnd(log: HTMLElement, below: Signal<number | null>): () => void {
  let atEnd = true;
  let rows = log.childElementCount;
  const toEnd = () => {
    log.scrollTop = log.scrollHeight;
  };
  const onScroll = () => {
    atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 48;
    below.value = atEnd ? null : (below.peek() ?? 0);
  };
  const onChange = () => {
    const added = log.childElementCount - rows;
    rows = log.childElementCount;
    const own = log.lastElementChild?.classList.contains('visitor') === true && added > 0;
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
