import { systemClock } from '../../clock.ts';
import { pageDocument } from '../../page-globals.ts';
import { adoptStyles } from '../ui/index.ts';
import inlineStyles from './inline.css?inline';

export type InlineDeps = { element: HTMLElement; root: ShadowRoot; layer: HTMLElement };

/** A missing target is reported after this time, because the page may still render it. */
const reportDelayMs = 5_000;

/**
 * Moves the widget into the element that the selector matches. While that element is missing, for example because a router
 * has removed it, the widget is hidden and waits for it. Returns a cleanup.
 */
export function mountInline(
  { element, root, layer }: InlineDeps,
  selector: string,
  reportMissing: () => void,
  after = systemClock.after,
): () => void {
  let target: Element | null = null;
  let removeStyles = () => {};

  function enter(next: Element): void {
    target = next;
    next.appendChild(element);
    layer.popover = null;
    layer.hidden = false;
    removeStyles();
    removeStyles = adoptStyles(root, inlineStyles);
  }

  /** Keeps the element in the document; otherwise the launcher would put it back, floating above the page. */
  function wait(): void {
    target = null;
    layer.hidden = true;
    removeStyles();
    if (!element.isConnected) pageDocument.body.appendChild(element);
  }

  function update(): void {
    if (target?.isConnected === true && element.parentNode === target) return;
    const next = pageDocument.querySelector(selector);
    if (next === null) wait();
    else enter(next);
  }

  const observer = new MutationObserver(update);
  update();
  observer.observe(document, { childList: true, subtree: true });
  const cancelReport = after(reportDelayMs, () => {
    if (target === null) reportMissing();
  });
  return () => {
    observer.disconnect();
    cancelReport();
    removeStyles();
    layer.hidden = false;
    pageDocument.body.appendChild(element);
    // The move has removed the layer from the top layer. It returns if the launcher had put it there.
    if (layer.popover) layer.togglePopover?.(true);
  };
}
