import { adoptStyles } from '../adopt-styles.ts';

export type Place = { host: HTMLElement; root: ShadowRoot; layer: HTMLElement };

/** Moves the widget out of the layer above the page and into an element of the page. Returns its end. */
export function placeInPage(
  { host, root, layer }: Place,
  selector: string,
  fail: (problem: string) => void,
): () => void {
  const target = findTarget(selector);
  if (target === null) {
    fail(`[leadchat] option \`target\` must be the selector of an element of this page, got "${selector}".`);
    return () => {};
  }
  target.append(host);
  layer.popover = null;
  const end = adoptStyles(
    root,
    ':host{display:block!important;height:100%!important}.layer{position:static;height:100%;z-index:auto}.layer>div{height:100%}',
  );
  return () => {
    end();
    document.body.append(host);
    layer.popover = 'manual';
    layer.showPopover?.();
  };
}

function findTarget(selector: string): Element | null {
  try {
    return document.querySelector(selector);
  } catch {
    return null;
  }
}
