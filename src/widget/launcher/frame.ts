import { defaultColor, defaultOffset } from '../../options/index.ts';
import { frameStyles } from './frame-styles.ts';
import type { RawOptions } from './panel-contract.ts';

/** What is drawn before anything is loaded: the layer above the page, and the bubble in it. */
export interface Frame {
  /** The host of the shadow root. */
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  readonly layer: HTMLElement;
  readonly launcher: HTMLButtonElement;
  /** Takes colour, corner, distance, theme and launcher from the options. */
  dress(options: RawOptions): void;
  /** Puts the host into the page, again if the page threw it out, and the layer on top. */
  attach(): void;
}

export function drawFrame(own?: HTMLElement): Frame {
  const element = own || document.createElement('leadchat-widget');
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  root.adoptedStyleSheets = [sheet];
  const layer = document.createElement('div');
  const launcher = document.createElement('button');
  launcher.className = 'launcher';
  layer.append(launcher);
  root.append(layer);
  return {
    element,
    root,
    layer,
    launcher,
    dress({ color, offset, position, theme, launcher: kind, target }) {
      // A number or `{ x, y }`, or the text of either, as attributes have it; what is none is told by the panel's schema.
      const text: string | undefined = JSON.stringify(offset);
      const pixels = (axis: string) => (text && (text.split(axis)[1] || text).match(/\d+/)) || defaultOffset;
      const side = position === 'bottom-left' ? 'left' : 'right';
      // Only what the browser takes for a colour gets into the sheet; a page that names none need not ask.
      const accent = color && CSS.supports('color', `${color}`) ? color : defaultColor;
      const scheme = theme === 'light' || theme === 'dark' ? theme : 'light dark';
      sheet.replaceSync(
        `${frameStyles}.layer{--lc-color:var(--leadchat-color,${accent});--lc-x:${pixels('x')}px;--lc-y:${pixels('y')}px;${side}:var(--lc-x);color-scheme:${scheme}}`,
      );
      layer.className = `layer ${side}`;
      launcher.hidden = kind === 'none' || !!target;
    },
    attach() {
      // In the head, a script without async runs before there is a body.
      if (!element.isConnected) (document.body || document.documentElement).append(element);
      // The top layer is above every z-index of the page, and no transform of an ancestor bends it.
      layer.popover = 'manual';
      layer.showPopover?.();
    },
  };
}
