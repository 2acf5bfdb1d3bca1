import {
  dataOption,
  defaultColor,
  defaultOffset,
  isClosedValue,
  isContact,
  isIcon,
  textOption,
} from '../../options/index.ts';
import { pageDocument, removeNode } from '../../page-globals.ts';
import { containEvents } from './contain-events.ts';
import launcherStyles from './launcher.css?inline';
import { createModalPlace } from './modal-place.ts';
import { undoZoom } from './undo-zoom.ts';
import { describeLauncher, type StoreState } from './widget-store.ts';

/** The elements that are shown before anything is loaded: a layer above the page with the launcher. */
export interface Frame {
  /** The host of the shadow root. */
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  readonly layer: HTMLElement;
  readonly launcher: HTMLButtonElement;
  /** Shows the state. All that it writes into the page follows from it, and is not read again. */
  render(state: StoreState, before: StoreState): void;
  /** Puts the widget where the visitor can use it while a modal dialog of the page is open. */
  enterDialog(): void;
  /** Removes everything from the page. */
  dispose(): void;
}

/** Renders into `ownElement` if the page has one, otherwise into a new element at the end of the body. `signal`: aborted at its end. */
export function createFrame(signal: AbortSignal, ownElement?: HTMLElement): Frame {
  const element = ownElement ?? pageDocument.createElement('leadchat-widget');
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  const layer = pageDocument.createElement('div');
  const launcher = pageDocument.createElement('button');
  // A node that is updated in place: replacing it between pointer down and up would lose the click.
  const words = pageDocument.createTextNode('');
  /** The picture of the page, as soon as it is loaded. */
  let picture: HTMLImageElement | undefined;
  let icon = '';
  /** A link to the site's contact address, if the panel could not be loaded. */
  let contactLink: HTMLAnchorElement | undefined;
  launcher.part = launcher.className = 'launcher';
  // The words may have another direction than the page.
  launcher.dir = 'auto';
  launcher.appendChild(words);
  // Lets screen readers announce that the panel could not be loaded. The panel itself has other live regions.
  layer.ariaLive = 'polite';
  layer.appendChild(launcher);
  root.appendChild(layer);
  const sheet = new CSSStyleSheet();
  root.adoptedStyleSheets = [sheet];
  const zoom = undoZoom(element, root);
  const modalPlace = createModalPlace(element, {
    back() {
      (pageDocument.body ?? pageDocument.documentElement).appendChild(element);
      place();
    },
    raise: place,
  });

  // Keeps the chat when the page replaces its body (Turbo, Astro, a router).
  const watcher = new MutationObserver(() => element.isConnected || place());

  /** What has the focus in the widget. A page that replaces its body takes it away. */
  let focused: Element | null = null;
  const rememberFocus = () => {
    if (element.isConnected) focused = root.activeElement;
  };
  containEvents(root, signal);
  root.addEventListener('focusin', rememberFocus, { signal });
  // Some engines report an element that is removed as one that the visitor leaves. The widget is back a moment later.
  root.addEventListener('focusout', () => queueMicrotask(rememberFocus), { signal });

  function render(state: StoreState, before: StoreState): void {
    if (state.options !== before.options || state.isHidden !== before.isHidden) applyAppearance(state);
    // A widget that is hidden requests nothing.
    if (!state.isHidden && !state.isHiddenByPage) drawIcon(textOption(state.options, 'launcherIcon') ?? '');
    const { text, name, language, isBusy, failure } = describeLauncher(state);
    const contact = textOption(state.options, 'contact') ?? '';
    element.toggleAttribute('hidden', state.isHiddenByPage);
    words.data = failure ?? text;
    if (language) launcher.lang = language;
    launcher.classList.toggle('open', state.isOpen);
    launcher.ariaBusy = String(isBusy);
    launcher.ariaLabel = failure ? null : name;
    if (contactLink) removeNode(contactLink);
    // Any other link, such as one with `javascript:`, never enters the page.
    if (failure && isContact(contact)) {
      contactLink = pageDocument.createElement('a');
      contactLink.href = contact;
      contactLink.text = contactLink.host + contactLink.pathname;
      layer.insertBefore(contactLink, launcher);
    }
  }

  function applyAppearance({ options, isHidden }: StoreState): void {
    const offset = dataOption(options, 'offset');
    const color = textOption(options, 'color') ?? '';
    const theme = textOption(options, 'theme');
    const zIndex = dataOption(options, 'zIndex');
    const isInline = Boolean(textOption(options, 'target'));
    const { x = offset, y = offset } = Object(offset);
    const accent = isColor(color) && isClosedValue(color) ? color : defaultColor;
    const scheme = theme === 'light' || theme === 'dark' ? theme : 'light dark';
    const side = textOption(options, 'position') === 'bottom-left' ? 'left' : 'right';
    // The panel rejects other values. With a negative one, the page would cover the chat.
    const layerIndex = typeof zIndex === 'number' && zIndex > 0 ? zIndex : undefined;
    sheet.replaceSync(
      `${launcherStyles}.layer{--lc-x:var(--leadchat-offset,${toPixels(x)});--lc-y:var(--leadchat-offset,${toPixels(y)});${side}:var(--lc-x);color-scheme:${scheme};z-index:${layerIndex ?? 999999999}}${isHidden ? '.layer{display:none!important}' : ''}`,
    );
    // Not in the text of the sheet, of which a value could swallow the rest.
    layer.style.setProperty('--lc-color', `var(--leadchat-color,${accent})`);
    launcher.hidden = textOption(options, 'launcher') === 'none' || isInline;
    layer.className = `layer ${side}${isInline ? ' in-page' : ''}`;
    layer.classList.toggle('bare', launcher.hidden);
    // The top layer is above every z-index of the page, and transforms of ancestors do not affect it.
    layer.popover = isInline || layerIndex ? null : 'manual';
    place();
  }

  /** Draws the page's picture as an image: nothing in it runs. Until it is loaded, and if it is broken, the symbol stays. */
  function drawIcon(next: string): void {
    if (next === icon) return;
    icon = next;
    if (picture) removeNode(picture);
    picture = undefined;
    launcher.classList.remove('pictured');
    if (!isIcon(next)) return;
    const image = pageDocument.createElement('img');
    image.onload = () => {
      if (next !== icon) return;
      picture = image;
      launcher.insertBefore(image, words);
      launcher.classList.add('pictured');
    };
    Object.assign(image, { alt: '', draggable: false, referrerPolicy: 'no-referrer', src: next });
  }

  /** Puts the element into the page, unless it is there, and the layer above the page. */
  function place(): void {
    if (!ownElement && !element.isConnected) {
      // A script in the head without `async` runs before the body exists.
      const parent = pageDocument.body ?? pageDocument.documentElement;
      parent.appendChild(element);
      watcher.observe(parent, { childList: true });
      watcher.observe(pageDocument.documentElement, { childList: true });
    }
    zoom.follow(pageDocument.documentElement);
    if (pageDocument.body) zoom.follow(pageDocument.body);
    // An element of the page may be between two places.
    if (layer.popover && element.isConnected) layer.togglePopover?.(true);
    if (focused instanceof HTMLElement && pageDocument.activeElement === pageDocument.body) focused.focus();
  }

  return {
    element,
    root,
    layer,
    launcher,
    render,
    enterDialog() {
      // An element of the page stays where the page has put it.
      if (!ownElement) modalPlace.enter();
    },
    dispose() {
      watcher.disconnect();
      modalPlace.stop();
      zoom.stop();
      removeNode(ownElement ? layer : element);
    },
  };
}

/** Asks a style, because pages have globals of their own that are called `CSS`. */
function isColor(text: string): boolean {
  const { style } = pageDocument.createElement('i');
  style.color = text;
  return style.color !== '';
}

function toPixels(value: unknown): string {
  return `${typeof value === 'number' ? value : defaultOffset}px`;
}
