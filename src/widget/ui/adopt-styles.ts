/** Adds styles to a shadow root or document and returns a cleanup. A CSP does not restrict constructable style sheets. */
export function adoptStyles(root: DocumentOrShadowRoot, styles: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
  };
}
