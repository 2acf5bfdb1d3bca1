import { defaultColor, defaultOffset } from '../../options/index.ts';
import launcherStyles from './launcher.css?inline';
import type { LauncherOptions } from './read-launcher-options.ts';

/** The elements that are shown before anything is loaded: a layer above the page with the launcher. */
export interface Frame {
  /** The host of the shadow root. */
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  readonly layer: HTMLElement;
  readonly launcher: HTMLButtonElement;
  /** A link to the site's contact address. It is in the layer only if the panel could not be loaded. */
  readonly contactLink: HTMLAnchorElement;
  /** Applies the options for color, corner, offset, theme, layer and launcher. */
  applyAppearance(options: LauncherOptions): void;
  /** Removes everything from the page. */
  dispose(): void;
}

/** Renders into `ownElement` if the page has one, otherwise into a new element at the end of the body. */
export function createFrame(ownElement?: HTMLElement): Frame {
  const element = ownElement ?? document.createElement('leadchat-widget');
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  const layer = document.createElement('div');
  const launcher = document.createElement('button');
  const contactLink = document.createElement('a');
  launcher.part = launcher.className = 'launcher';
  // Lets screen readers announce that the panel could not be loaded. The panel itself has other live regions.
  layer.ariaLive = 'polite';
  layer.append(launcher);
  root.append(layer);
  const sheet = new CSSStyleSheet();
  root.adoptedStyleSheets = [sheet];

  // Keeps the chat when the page replaces its body (Turbo, Astro, a router).
  const watcher = new MutationObserver(() => element.isConnected || show());

  function applyAppearance({ text, json }: LauncherOptions): void {
    const offset = json('offset');
    const { x = offset, y = offset } = Object(offset);
    const color = text('color');
    const theme = text('theme');
    const zIndex = json('zIndex');
    // Only a valid color may enter the style sheet.
    const accent = CSS.supports('color', color) ? color : defaultColor;
    const scheme = theme === 'light' || theme === 'dark' ? theme : 'light dark';
    const side = text('position') === 'bottom-left' ? 'left' : 'right';
    // The panel rejects other values. With a negative one, the page would cover the chat.
    const layerIndex = typeof zIndex === 'number' && zIndex > 0 ? zIndex : undefined;
    const isInline = text('target') !== '';
    sheet.replaceSync(
      `${launcherStyles}.layer{--lc-color:var(--leadchat-color,${accent});--lc-x:var(--leadchat-offset,${toPixels(x)});--lc-y:var(--leadchat-offset,${toPixels(y)});${side}:var(--lc-x);color-scheme:${scheme};z-index:${layerIndex ?? 999999999}}`,
    );
    layer.className = `layer ${side}`;
    launcher.hidden = text('launcher') === 'none' || isInline;
    // The top layer is above every z-index of the page, and transforms of ancestors do not affect it.
    layer.popover = isInline || layerIndex !== undefined ? null : 'manual';
    show();
  }

  /** Puts the element into the page, unless it is there, and the layer above the page. */
  function show(): void {
    if (!ownElement && !element.isConnected) {
      // A script in the head without `async` runs before the body exists.
      const parent = document.body ?? document.documentElement;
      parent.append(element);
      watcher.observe(parent, { childList: true });
      watcher.observe(document.documentElement, { childList: true });
    }
    if (layer.popover) layer.togglePopover?.(true);
  }

  return {
    element,
    root,
    layer,
    launcher,
    contactLink,
    applyAppearance,
    dispose() {
      watcher.disconnect();
      (ownElement ? layer : element).remove();
    },
  };
}

function toPixels(value: unknown): string {
  return `${typeof value === 'number' ? value : defaultOffset}px`;
}
