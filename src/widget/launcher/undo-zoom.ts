/**
 * Draws the layer in the size of the window when the page has a CSS `zoom`, which multiplies every length in it, also those that
 * are parts of the window: the header would be above the window. Returns what follows a new body, and what stops.
 */
export function undoZoom(element: HTMLElement, root: ShadowRoot): { follow(body: Element): void; stop(): void } {
  const sheet = new CSSStyleSheet();
  let current = 1;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  const draw = () => {
    const zoom = zoomOf(element);
    if (zoom === current) return;
    current = zoom;
    // In its target, the chat is a part of the page.
    sheet.replaceSync(zoom === 1 ? '' : `.layer:not(.in-page){zoom:${1 / zoom}}`);
  };
  // No event tells of a zoom. It changes how many pixels of its own the page has. jsdom, where sites test their components, has
  // neither pixels nor an observer.
  const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(draw);
  return { follow: (body) => observer?.observe(body), stop: () => observer?.disconnect() };
}

/** The product of the zooms of an element and all around it. A browser that does not tell it has none. */
export function zoomOf(element: Element): number {
  return element.currentCSSZoom || 1;
}
