/** Clicks as the visitor does: the event is trusted, unlike that of `element.click()`. */
export function clickAsVisitor(element: HTMLElement): void {
  element.dispatchEvent(trusted(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true })));
}

/** Checks or unchecks a box as the visitor does. */
export function checkAsVisitor(box: HTMLElement, isChecked = true): void {
  Reflect.set(box, 'checked', isChecked);
  box.dispatchEvent(trusted(new Event('input', { bubbles: true, composed: true })));
}

function trusted<Dispatched extends Event>(event: Dispatched): Dispatched {
  return Object.defineProperty(event, 'isTrusted', { value: true });
}
