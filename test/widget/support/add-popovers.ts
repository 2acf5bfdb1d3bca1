/**
 * Popovers, which happy-dom lacks: shown and hidden with their events, by script and by their buttons. That Escape and a click
 * elsewhere close them is the browser's: e2e/chat/menu.spec.ts. Returns the function that removes them.
 */
export function addPopovers(): () => void {
  const open = new WeakSet<HTMLElement>();

  function toggle(element: HTMLElement, isOpening = !open.has(element)): boolean {
    if (open.has(element) === isOpening) return isOpening;
    const event = (type: string) => Object.assign(new Event(type), { newState: isOpening ? 'open' : 'closed' });
    element.dispatchEvent(event('beforetoggle'));
    if (isOpening) open.add(element);
    else open.delete(element);
    element.dispatchEvent(event('toggle'));
    return isOpening;
  }

  const methods = {
    showPopover(this: HTMLElement) {
      toggle(this, true);
    },
    hidePopover(this: HTMLElement) {
      toggle(this, false);
    },
    togglePopover(this: HTMLElement, isOpening?: boolean) {
      return toggle(this, isOpening);
    },
  };
  const { prototype } = HTMLElement;
  Object.assign(prototype, methods);

  const onClick = (event: Event) => {
    const [clicked] = event.composedPath();
    const button = clicked instanceof Element ? clicked.closest('[popovertarget]') : null;
    const root = button?.getRootNode();
    if (!(root instanceof ShadowRoot || root instanceof Document)) return;
    const popover = root.getElementById(button?.getAttribute('popovertarget') ?? '');
    if (popover instanceof HTMLElement) toggle(popover);
  };
  document.addEventListener('click', onClick, { capture: true });

  return () => {
    for (const name of Object.keys(methods)) Reflect.deleteProperty(prototype, name);
    document.removeEventListener('click', onClick, { capture: true });
  };
}
