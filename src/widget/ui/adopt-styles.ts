/** Adds a sheet to a root; constructable ones need no permission of the page's policy. Returns its end. */
export function adoptStyles(root: ShadowRoot, styles: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}
