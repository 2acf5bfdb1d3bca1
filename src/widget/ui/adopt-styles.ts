/** Adds styles to a shadow root or document and returns a cleanup. A CSP does not restrict constructable style sheets. */
export function adoptStyles(root: DocumentOrShadowRoot, styles: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  return adoptSheet(root, sheet);
}

/** Adds a style sheet to a shadow root or document and returns a cleanup. */
export function adoptSheet(root: DocumentOrShadowRoot, sheet: CSSStyleSheet): () => void {
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
  };
}
