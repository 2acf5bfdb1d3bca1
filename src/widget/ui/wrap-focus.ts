const reachable = 'a[href], button:not(:disabled), input:not([tabindex="-1"]), select, textarea, [tabindex="0"]';

/** Where the panel is all there is, Tab goes round in it instead of into the page that it hides. */
export function wrapFocus(event: KeyboardEvent, panel: HTMLElement): void {
  const root = panel.getRootNode();
  if (event.key !== 'Tab' || !(root instanceof ShadowRoot)) return;
  const all = panel.querySelectorAll<HTMLElement>(reachable);
  const [first, last] = [all[0], all[all.length - 1]];
  const edge = event.shiftKey ? first : last;
  if (root.activeElement !== edge && root.activeElement !== panel) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
