import {
  type AttributeOption,
  attributeKinds,
  isAttributeOption,
  readAttribute,
  type WidgetOptions,
} from '../../options/index.ts';
import { createWidget, type Widget } from '../../widget/launcher/index.ts';

type PropertyOptions = Omit<WidgetOptions, 'title' | 'open'>;

/** Every option as a property. `title` is every element's own, and its attribute; `open` is always known. */
export type LeadChatElementOptions = {
  // Over the keys of one type, so that editors find the options' own words.
  [Name in keyof PropertyOptions]-?: PropertyOptions[Name] | undefined;
} & { open: boolean };

/** On a server there are no elements; the class is then only a name to import. The properties are made below. */
const Base: new () => HTMLElement & LeadChatElementOptions = Object(globalThis.HTMLElement ?? class {});

const optionNames = Object.keys(attributeKinds).filter(isAttributeOption);
const optionOf = new Map<string, AttributeOption>(optionNames.map((name) => [kebabCase(name), name]));
const propertyNames = [...optionNames, 'encodeMessage'].filter((name) => name !== 'title' && name !== 'open');

/** Options that the widget acts on only when an update names them. */
const named = new Set(['target', 'triggers', 'encodeMessage']);

/**
 * `<lead-chat flow-id="…" wss-url="…">`: the widget as an element. Every option is an attribute in kebab-case and a
 * property, which is stronger and may be text as well; `open` is reflected. Events are heard on the element and above.
 */
export class LeadChatElement extends Base {
  static readonly observedAttributes = [...optionOf.keys()];

  #widget: Widget | undefined;
  readonly #properties = new Map<string, unknown>();
  readonly #attributes = new Map<string, unknown>();

  static {
    for (const name of propertyNames) {
      Object.defineProperty(LeadChatElement.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: LeadChatElement) {
          return this.#read(name);
        },
        set(this: LeadChatElement, value: unknown) {
          this.#properties.set(name, value);
          this.#apply(name);
        },
      });
    }
    Object.defineProperty(LeadChatElement.prototype, 'open', {
      configurable: true,
      enumerable: true,
      get(this: LeadChatElement) {
        return isOn(this.getAttribute('open'));
      },
      set(this: LeadChatElement, value: unknown) {
        this.toggleAttribute('open', isOn(value));
      },
    });
  }

  constructor() {
    super();
    // Here, since the element outlives its widgets.
    this.addEventListener('leadchat:open', this.#reflect);
    this.addEventListener('leadchat:close', this.#reflect);
  }

  /** The widget behind the element, with all methods; undefined while the element is in no page. */
  get widget(): Widget | undefined {
    return this.#widget;
  }

  /** Several properties at once. */
  set options(options: WidgetOptions) {
    for (const [name, value] of Object.entries(options)) Reflect.set(this, name, value);
  }

  connectedCallback(): void {
    this.#takeEarlyProperties();
    if (this.#widget === undefined) this.#begin();
    // What is moved falls out of the top layer.
    const layer = this.#layer();
    if (layer?.popover && !layer.matches(':popover-open')) layer.showPopover?.();
  }

  /** An element that is only moved is back before the microtask runs, and keeps its conversation. */
  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#widget?.destroy();
      this.#widget = undefined;
    });
  }

  attributeChangedCallback(attribute: string, _before: string | null, text: string | null): void {
    const option = optionOf.get(attribute);
    if (option === undefined) return;
    if (text === null) this.#attributes.delete(option);
    else this.#attributes.set(option, readAttribute(option, text));
    if (option !== 'open') this.#apply(option);
    else if (isOn(text)) this.#widget?.open();
    else this.#widget?.close();
  }

  #begin(): void {
    const read = () => this.#readAll();
    this.#widget = createWidget(
      {
        get attributes() {
          return read();
        },
        overrides: this.encodeMessage ? { encodeMessage: this.encodeMessage } : {},
      },
      { loadPanel: () => import('../../widget/panel/index.ts'), element: this },
    );
    // The title names the dialog; as a tooltip it would be in the way everywhere in it.
    this.#layer()?.setAttribute('title', '');
    this.#reflect();
  }

  readonly #reflect = (): void => {
    const open = this.#widget?.getState().open ?? this.open;
    if (open !== this.open) this.open = open;
  };

  /** Properties that were set before the element was defined stand in the way of ours. */
  #takeEarlyProperties(): void {
    for (const name of [...propertyNames, 'open']) {
      if (!Object.hasOwn(this, name)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  #apply(option: string): void {
    this.#widget?.update(named.has(option) ? { [option]: this.#read(option) } : {});
  }

  #read(option: string): unknown {
    return this.#properties.get(option) ?? this.#attributes.get(option);
  }

  #readAll(): Record<string, unknown> {
    const names = [...this.#attributes.keys(), ...this.#properties.keys()];
    return Object.fromEntries(names.map((name) => [name, this.#read(name)]));
  }

  #layer(): HTMLElement | null | undefined {
    return this.shadowRoot?.querySelector<HTMLElement>('.layer');
  }
}

/** Frameworks set properties to what stands in the markup: an attribute without a value is ''. */
function isOn(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== 'false';
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
