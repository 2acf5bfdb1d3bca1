import { listOf, pageDocument } from '../../page-globals.ts';

/**
 * While a modal dialog of the page is open, everything outside it is inert and below it. A chat that is opened there, by a button
 * in the dialog, moves into the dialog, and back when that closes. Returns the function that follows the page's open dialog.
 *
 * `back`: puts the element where it belongs. `raise`: shows it above the dialog.
 */
export function createModalPlace(
  element: HTMLElement,
  { back, raise }: { back(): void; raise(): void },
): { enter(): void; stop(): void } {
  let dialog: HTMLDialogElement | undefined;
  // Closing removes the attribute, whoever closes it. A page may also remove the dialog with what is in it.
  const watcher = new MutationObserver(() => {
    if (dialog?.open && dialog.isConnected) return;
    stop();
    back();
  });

  function stop(): void {
    watcher.disconnect();
    dialog = undefined;
  }

  return {
    enter(): void {
      const next = topDialog();
      if (next === undefined || next.contains(element)) return;
      stop();
      dialog = next;
      next.appendChild(element);
      watcher.observe(next, { attributeFilter: ['open'] });
      watcher.observe(next.getRootNode(), { childList: true, subtree: true });
      raise();
    },
    stop,
  };
}

/** The modal dialog that the visitor is in, else the last one in the page. */
function topDialog(): HTMLDialogElement | undefined {
  const dialogs = listOf(pageDocument.querySelectorAll<HTMLDialogElement>('dialog:modal'));
  const { activeElement } = pageDocument;
  return dialogs.findLast((one) => one.contains(activeElement)) ?? dialogs.at(-1);
}
