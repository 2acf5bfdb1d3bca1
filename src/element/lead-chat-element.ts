import type { WidgetOptions } from '../options/index.ts';
import { createWidget, optionNames, type Widget } from '../shell/index.ts';

/** On a server there are no elements; the class is then only a name to import. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? class {};

const optionOf = new Map<string, string>(optionNames.map((name) => [kebabCase(name), name]));

/**
 * `<lead-chat flow-id="…" wss-url="…">`: the widget as an element. Options are attributes in kebab-case, or the property
 * `options`, which is stronger; `open` opens and closes. Events are heard on the element.
 */
export class LeadChatElement extends Base {
  static readonly observedAttributes = [...optionOf.keys()];

  #widget: Widget | undefined;
  #options: WidgetOptions = {};
  /** By option name; the widget looks here whenever it reads its options. */
  readonly #attributes: Record<string, string> = {};

  /** The widget behind the element; undefined while it is in no page. */
  get widget(): Widget | undefined {
    return this.#widget;
  }

  /** What attributes cannot say, such as `encodeMessage`. */
  get options(): WidgetOptions {
    return this.#options;
  }

  set options(options: WidgetOptions) {
    this.#options = options;
    this.#widget?.update(options);
  }

  connectedCallback(): void {
    this.#widget ??= createWidget(
      { attributes: this.#attributes, given: { ...this.#options } },
      { loadPanel: () => import('../panel.ts'), host: this },
    );
  }

  /** An element that is only moved is back before the microtask runs, and keeps its conversation. */
  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#widget?.destroy();
      this.#widget = undefined;
    });
  }

  attributeChangedCallback(attribute: string, _before: string | null, value: string | null): void {
    const option = optionOf.get(attribute);
    if (option === undefined) return;
    if (value === null) delete this.#attributes[option];
    else this.#attributes[option] = value;
    this.#widget?.update({});
    if (option === 'open') {
      if (value === null || value === 'false') this.#widget?.close();
      else this.#widget?.open();
    }
  }
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
