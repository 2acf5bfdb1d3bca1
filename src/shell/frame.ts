import { frameStyles } from './frame-styles.ts';
import type { RawOptions } from './panel-face.ts';

/** What is drawn before anything is loaded: the layer above the page, and the bubble in it. */
export interface Frame {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  readonly layer: HTMLElement;
  readonly launcher: HTMLButtonElement;
  /** Takes colour, corner, distance, theme and launcher from the options. */
  dress(options: RawOptions): void;
  /** Puts the host into the page, again if the page threw it out, and the layer on top. */
  attach(): void;
}

const icons = [
  'M12 4c-5 0-9 3.2-9 7.4 0 2.4 1.3 4.5 3.4 5.8L5.6 21l4.2-2.4c.7.1 1.4.2 2.2.2 5 0 9-3.2 9-7.4S17 4 12 4Z',
  'M6 9.5l6 6 6-6',
];

export function drawFrame(own?: HTMLElement): Frame {
  const host = own ?? document.createElement('leadchat-widget');
  // Turbo keeps copies of pages; a copy of the host would be an empty one.
  host.setAttribute('data-turbo-temporary', '');
  const root = host.attachShadow({ mode: 'open' });
  const dressed = new CSSStyleSheet();
  const fixed = new CSSStyleSheet();
  fixed.replaceSync(frameStyles);
  root.adoptedStyleSheets = [fixed, dressed];
  const layer = document.createElement('div');
  layer.className = 'layer';
  const launcher = document.createElement('button');
  launcher.type = 'button';
  launcher.className = 'launcher';
  launcher.setAttribute('aria-haspopup', 'dialog');
  launcher.append(...icons.map(drawIcon));
  layer.append(launcher);
  root.append(layer);
  return {
    host,
    root,
    layer,
    launcher,
    dress({ color = '', offset, position, theme, launcher: kind, target }) {
      const { x = 20, y = 20 } = readOffset(offset);
      const side = position === 'bottom-left' ? 'left' : 'right';
      // Only what the browser takes for a colour gets into the sheet.
      const accent = CSS.supports('color', `${color}`) ? color : '#2a5bd7';
      const scheme = theme === 'light' || theme === 'dark' ? theme : 'light dark';
      dressed.replaceSync(
        `.layer{--lc-color:var(--leadchat-color,${accent});--lc-x:${x}px;--lc-y:${y}px;${side}:${x}px;color-scheme:${scheme}}`,
      );
      layer.classList.toggle('left', side === 'left');
      launcher.hidden = kind === 'none' || !!target;
    },
    attach() {
      if (!host.isConnected) document.body.append(host);
      // The top layer is above every z-index of the page, and no transform of an ancestor bends it.
      if ('popover' in layer) {
        layer.popover = 'manual';
        layer.showPopover();
      }
    },
  };
}

function drawIcon(path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

/** `24`, `"24"` or `{ x, y }`; anything else is the default, and the panel tells what was wrong with it. */
function readOffset(offset: unknown): { x?: number; y?: number } {
  if (typeof offset === 'object' && offset !== null) {
    const x = 'x' in offset ? Number(offset.x) : Number.NaN;
    const y = 'y' in offset ? Number(offset.y) : Number.NaN;
    return { ...(x >= 0 && { x }), ...(y >= 0 && { y }) };
  }
  const both = Number(offset ?? Number.NaN);
  return both >= 0 ? { x: both, y: both } : {};
}
