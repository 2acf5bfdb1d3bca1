import { useLayoutEffect } from 'preact/hooks';
import { usePanel } from './panel-model.ts';

/** Adds styles to a shadow root or document and returns a cleanup. A CSP does not restrict constructable style sheets. */
export function adoptStyles(root: DocumentOrShadowRoot, styles: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
  };
}

/** Adopts the styles of a lazy component while it is mounted. The styles of all other components are in `panelStyles`. */
export function useStyles(styles: string | undefined): void {
  const { root } = usePanel();
  useLayoutEffect(() => (styles === undefined ? undefined : adoptStyles(root, styles)), [root, styles]);
}
