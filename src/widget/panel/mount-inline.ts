import { adoptStyles } from '../ui/index.ts';

export type Place = { element: HTMLElement; root: ShadowRoot; layer: HTMLElement };

/** A page that is still being put together is given so long before its missing target is told. */
const timeoutMs = 5_000;

/**
 * Keeps the widget in the element that a selector names, out of the layer above the page. It waits for an element that is
 * not there yet, unseen; when the page takes the element away, as routers do, it waits for it to come back. Returns its end.
 */
export function mountInline(
  { element, root, layer }: Place,
  selector: string,
  fail: (problem: string) => void,
  after: (ms: number, run: () => void) => () => void = later,
): () => void {
  let target: Element | null = null;
  let endStyles = () => {};
  const problem = `[leadchat] option \`target\` must be the selector of an element of this page, got "${selector}".`;

  function enter(found: Element): void {
    target = found;
    found.append(element);
    layer.popover = null;
    layer.hidden = false;
    endStyles();
    endStyles = adoptStyles(
      root,
      ':host{display:block!important;height:100%!important}.layer{position:static;height:100%;z-index:auto}.layer>div{height:100%}',
    );
  }

  /** The chat goes on unseen, in the page: out of it the shell would put it back above the page. */
  function wait(): void {
    target = null;
    layer.hidden = true;
    endStyles();
    if (!element.isConnected) document.body.append(element);
  }

  function look(): void {
    if (target?.isConnected === true && element.parentNode === target) return;
    const found = document.querySelector(selector);
    if (found !== null) enter(found);
    else wait();
  }

  const watcher = new MutationObserver(look);
  let stopTimer = () => {};
  try {
    look();
    watcher.observe(document, { childList: true, subtree: true });
    stopTimer = after(timeoutMs, () => {
      if (target === null) fail(problem);
    });
  } catch {
    fail(problem);
  }
  return () => {
    watcher.disconnect();
    stopTimer();
    endStyles();
    layer.hidden = false;
    document.body.append(element);
    layer.popover = 'manual';
    layer.showPopover?.();
  };
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
