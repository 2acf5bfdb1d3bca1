import { readBoolean } from '../../options/index.ts';
import type { PanelLoader } from './panel-loader.ts';
import type { OpenOrigin } from './widget-store.ts';

export type PageButtonsDeps = {
  signal: AbortSignal;
  /** Whether this widget can do something now. */
  isAvailable(): boolean;
  /** The option `pageButtons`, which the launcher has not validated. */
  allowed(): unknown;
  toggle(): void;
  setOpen(open: boolean, origin: OpenOrigin): void;
  /** Calls a method of the panel once it is loaded. */
  callPanel: PanelLoader['call'];
  reportError(code: string, message: string): void;
};

/** The values of `data-leadchat`. */
const actions = ['open', 'close', 'toggle', 'form', 'call'];

/**
 * Lets elements of the page open the chat by their attribute `data-leadchat`. One listener serves all, also those that are added
 * later and those in shadow roots. It comes before the listeners of the page, so a router does not follow a link that opens the
 * chat, and a second widget sees that the first one has acted.
 */
export function followPageButtons(deps: PageButtonsDeps): void {
  const { signal, isAvailable, allowed, toggle, setOpen, callPanel, reportError } = deps;
  const onClick = (event: MouseEvent) => {
    const elements = event.composedPath().filter((target): target is Element => 'hasAttribute' in target);
    const at = elements.findIndex((element) => element.hasAttribute('data-leadchat'));
    const button = elements[at];
    // A click for another tab or window is the browser's.
    if (!button || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!isAllowed(elements.slice(at)) || !isAvailable()) return;
    const action = button.getAttribute('data-leadchat') ?? '';
    if (!actions.includes(action)) {
      reportError('bad-call', `[leadchat] data-leadchat="${action}" is unknown: use one of ${actions.join(', ')}.`);
      return;
    }
    event.preventDefault();
    if (action === 'toggle') toggle();
    else setOpen(action !== 'close', 'visitor');
    const text = button.getAttribute('data-leadchat-text');
    if (action === 'open' && text) callPanel('sendMessage', text);
    if (action === 'form') callPanel('showForm');
    // A script cannot request a call for the visitor.
    if (action === 'call' && event.isTrusted) callPanel('requestCall');
  };
  /** Of a button and the elements that it stands in, in other trees too. */
  function isAllowed(elements: readonly Element[]): boolean {
    const selector = readBoolean(allowed());
    if (typeof selector !== 'string') return selector !== false;
    try {
      return elements.some((element) => element.matches(selector));
    } catch {
      reportError('bad-option', `[leadchat] option \`pageButtons\` must be a selector, got "${selector}".`);
      return false;
    }
  }

  addEventListener('click', onClick, { capture: true, signal });
}
