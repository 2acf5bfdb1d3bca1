import type { OpenOrigin } from './panel-contract.ts';
import type { PanelLoader } from './panel-loader.ts';

export type PageButtonsDeps = {
  /** Whether this widget can do something now. */
  isAvailable(): boolean;
  isOpen(): boolean;
  setOpen(open: boolean, origin: OpenOrigin): void;
  /** Calls a method of the panel once it is loaded. */
  callPanel: PanelLoader['call'];
  reportError(code: string, message: string): void;
};

/**
 * Lets elements of the page open the chat by their attribute `data-leadchat`. One listener serves all, also those that are added
 * later and those in shadow roots. It comes before the listeners of the page, so a router does not follow a link that opens the
 * chat, and a second widget sees that the first one has acted. Returns a cleanup.
 */
export function followPageButtons(deps: PageButtonsDeps): () => void {
  const { isAvailable, isOpen, setOpen, callPanel, reportError } = deps;
  /** By the value of `data-leadchat`. */
  const actions: Readonly<Record<string, (button: Element, isTrusted: boolean) => void>> = {
    open(button) {
      const text = button.getAttribute('data-leadchat-text');
      setOpen(true, 'visitor');
      if (text) callPanel('sendMessage', text);
    },
    close: () => setOpen(false, 'visitor'),
    toggle: () => setOpen(!isOpen(), 'visitor'),
    form() {
      setOpen(true, 'visitor');
      callPanel('showForm');
    },
    call(_, isTrusted) {
      setOpen(true, 'visitor');
      if (isTrusted) callPanel('requestCall');
    },
  };
  const onClick = (event: MouseEvent) => {
    const button = event
      .composedPath()
      .find((target): target is Element => target instanceof Element && target.hasAttribute('data-leadchat'));
    // A click for another tab or window is the browser's.
    if (!button || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || !isAvailable()) return;
    const name = button.getAttribute('data-leadchat') ?? '';
    if (Object.hasOwn(actions, name)) {
      event.preventDefault();
      actions[name]?.(button, event.isTrusted);
    } else {
      const known = Object.keys(actions).join(', ');
      reportError('bad-call', `[leadchat] data-leadchat="${name}" is unknown: use one of ${known}.`);
    }
  };
  addEventListener('click', onClick, true);
  return () => removeEventListener('click', onClick, true);
}
