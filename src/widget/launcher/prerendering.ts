import { pageDocument } from '../../page-globals.ts';

/**
 * Whether the browser renders this page ahead, in case the visitor goes there. Nobody sees it yet, and the chat of the page before
 * still goes on.
 */
export function isPrerendering(): boolean {
  return Reflect.get(pageDocument, 'prerendering') === true;
}

/** Calls the listener when the visitor comes to the page. The same listener is called once. */
export function onActivation(listener: () => void, signal: AbortSignal): void {
  pageDocument.addEventListener('prerenderingchange', listener, { once: true, signal });
}

/** When the visitor came to the page, as `performance.now()` counts: 0 unless it was rendered ahead. */
export function activationTime(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  const time: unknown = Reflect.get(Object(navigation), 'activationStart');
  return typeof time === 'number' ? time : 0;
}
