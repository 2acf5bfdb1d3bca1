/** What a key, a finger, a wheel or the clipboard does, and where the focus goes. */
const ownEvents = [
  ...['keypress', 'beforeinput', 'input', 'compositionstart', 'compositionupdate', 'compositionend'],
  ...['pointerdown', 'mousedown', 'touchstart', 'touchmove', 'touchend', 'touchcancel'],
  ...['click', 'dblclick', 'auxclick', 'contextmenu', 'wheel', 'mousewheel', 'DOMMouseScroll'],
  ...['selectstart', 'dragstart', 'copy', 'cut', 'paste', 'beforecopy', 'beforecut', 'beforepaste'],
  ...['focusin', 'focusout'],
];

/**
 * Lets what begins in the widget end at its root. Otherwise it would reach the page with the widget's element as its target,
 * which is neither a field nor inside the page's dialog: shortcuts would swallow letters, scripts against copying would make the
 * text box dead, dialogs would take the focus back, and scroll libraries would cancel the wheel.
 *
 * The widget's own listeners are in the root or below it. Its `leadchat:` events are not touched, nor what begins elsewhere: the
 * end of the page's own drag, and of a key that has opened the chat. The capture phase of the page comes before anything here.
 */
export function containEvents(root: ShadowRoot, signal: AbortSignal): void {
  let heldKeys: string[] = [];
  const listen = (name: string, listener: (event: Event) => void, capture = false) =>
    root.addEventListener(name, listener, { capture, passive: true, signal });
  const stop = (event: Event) => event.stopPropagation();
  for (const name of ownEvents) listen(name, stop);
  // On the way in: the panel ends an Escape that it uses. One that closes nothing here is the page's.
  const release = (code: string) => {
    const isHeld = heldKeys.includes(code);
    heldKeys = heldKeys.filter((held) => held !== code);
    return isHeld;
  };
  listen('keydown', (event) => event instanceof KeyboardEvent && heldKeys.push(event.code), true);
  listen('keydown', (event) => {
    if (event instanceof KeyboardEvent && event.key === 'Escape') release(event.code);
    else stop(event);
  });
  listen('keyup', (event) => {
    if (event instanceof KeyboardEvent && release(event.code)) stop(event);
  });
}
