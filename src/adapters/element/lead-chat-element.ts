import {
  type AttributeOption,
  attributeKinds,
  isAttributeOption,
  readAttribute,
  type WidgetOptions,
} from '../../options/index.ts';
import { toJson } from '../../protocol/json.ts';
import { createCallGuard, createWidget, type StoreState, type Widget } from '../../widget/launcher/index.ts';
import { loadPanel } from '../../widget/load-panel.ts';

type PropertyOptions = Omit<WidgetOptions, 'title' | 'open'>;

/**
 * Every option as a property. `title` is omitted because every element already has it; it takes JSON for titles by language.
 * `open` always has a value.
 */
export type LeadChatElementOptions = {
  // Mapped over the keys of one type, so editors show the options' doc comments.
  [Name in keyof PropertyOptions]-?: PropertyOptions[Name] | undefined;
} & { open: boolean };

/** On a server there is no HTMLElement, but importing the class must work. The option properties are defined below. */
const Base: new () => HTMLElement & LeadChatElementOptions = Object(globalThis.HTMLElement ?? class {});

const optionNames = Object.keys(attributeKinds).filter(isAttributeOption);
const optionByAttribute = new Map<string, AttributeOption>(optionNames.map((name) => [kebabCase(name), name]));
const allOptionNames: readonly string[] = [...optionNames, 'encodeMessage'];
const propertyNames = allOptionNames.filter((name) => name !== 'title' && name !== 'open');

/**
 * `<lead-chat flow-id="…" wss-url="…">`: the widget as an element. Every option is an attribute in kebab-case and a
 * property. Properties override attributes and may also be text. `open` is reflected. Events bubble from the element.
 */
export class LeadChatElement extends Base {
  static readonly observedAttributes = [...optionByAttribute.keys()];

  #widget: Widget | undefined;
  #isReflecting = false;
  /** What the visitor has answered about storing until the last widget ended, and the option then. Another option wins over it. */
  #previous: { readonly storageConsent?: StoreState['storageConsent']; readonly consent?: unknown } = {};
  readonly #properties = new Map<string, unknown>();
  /** Calls the function that was set as `userToken`. */
  #userToken: unknown;
  readonly #attributes = new Map<string, unknown>();
  #unknownOptions: Readonly<Record<string, unknown>> = {};
  readonly #guard = createCallGuard(
    () => false,
    (code, message) => {
      console.error(message);
      const detail = { code, message };
      this.dispatchEvent(new CustomEvent('leadchat:error', { detail, bubbles: true, composed: true }));
    },
  ).guard;

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
          // Also the same function is another one: after reset() it stands for the next visitor.
          if (name === 'userToken' && typeof value === 'function') this.#userToken = () => value();
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
        // Also of an element that is in no page: without the attribute, the proxy would decide.
        this.#attributes.set('open', this.open);
        // Also where the attribute stays as it is: that of a hidden chat is no sign of what its page wants.
        this.#setOpen(this.open);
      },
    });
  }

  /** The widget with all its methods; undefined while the element is not in a page. */
  get widget(): Widget | undefined {
    return this.#widget;
  }

  /** Sets several properties at once. */
  set options(options: WidgetOptions) {
    this.#guard('options', () => {
      const entries = Object.entries(options);
      const unknown = Object.fromEntries(entries.filter(([name]) => !allOptionNames.includes(name)));
      this.#unknownOptions = unknown;
      this.#widget?.update(unknown);
      for (const [name, value] of entries) {
        if (name in unknown) continue;
        // The element's own property takes a text only.
        const isTitleByLanguage = name === 'title' && typeof value === 'object';
        this.#guard(name, () => {
          Reflect.set(this, name, isTitleByLanguage ? toJson(value) : value);
        });
      }
    });
  }

  connectedCallback(): void {
    this.#adoptEarlyProperties();
    // An element that was moved is no longer above the page, until it is drawn again.
    if (this.#widget) this.#widget.update({});
    else this.#createWidget();
  }

  /** An element that is only moved is connected again before the microtask runs. It keeps its conversation. */
  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#widget?.destroy();
      this.#widget = undefined;
    });
  }

  attributeChangedCallback(attribute: string, _previous: string | null, text: string | null): void {
    const option = optionByAttribute.get(attribute);
    if (option === undefined) return;
    // What the widget shows is not what the page wants. A hidden chat would never open again.
    if (this.#isReflecting) return;
    if (text === null) this.#attributes.delete(option);
    else this.#attributes.set(option, readAttribute(option, text));
    if (option === 'open') this.#setOpen(isOn(text));
    else this.#apply(option);
  }

  #createWidget(): void {
    // `readAttribute()` leaves a text such as `open="open"` as it is, which is no boolean.
    if (this.open) this.#attributes.set('open', true);
    const readOptions = () => this.#readOptions();
    const { storageConsent, consent } = this.#previous;
    this.#widget = createWidget(
      {
        // A getter, because the widget reads the current options whenever one has changed.
        get attributes() {
          return readOptions();
        },
        overrides: this.#unknownOptions,
        storageConsent: consent === this.consent ? storageConsent : undefined,
      },
      {
        loadPanel,
        element: this,
        onChange: this.#reflect,
        onDestroy: (state) => {
          this.#previous = { storageConsent: state.storageConsent, consent: this.consent };
          // The next widget goes on from here.
          this.#attributes.set('open', state.isWanted);
        },
      },
    );
    // The title is the dialog's name. Without this it would also be a tooltip everywhere in the widget.
    this.shadowRoot?.querySelector('.layer')?.setAttribute('title', '');
  }

  /**
   * Writes into the attribute `open` what the widget shows. A page that hides the chat may still take back that it wants it open.
   * The browser reports a change of an attribute at once.
   */
  readonly #reflect = ({ isOpen, isWanted }: StoreState, before: StoreState): void => {
    const hasBeenClosed = before.isWanted && !isWanted;
    if (isOpen === before.isOpen && !hasBeenClosed) return;
    this.#isReflecting = true;
    this.toggleAttribute('open', isOpen);
    this.#isReflecting = false;
  };

  #setOpen(open: boolean): void {
    if (open) this.#widget?.open();
    else this.#widget?.close();
  }

  /** Sets properties again that the page set before the element was defined: they hide the properties of the class. */
  #adoptEarlyProperties(): void {
    for (const name of Object.keys(this)) {
      if (!(name in LeadChatElement.prototype)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  #apply(option: string): void {
    // An answer about storing, which is more than an option.
    this.#widget?.update(option === 'consent' ? { consent: this.consent } : {});
    // A chat that comes into the page, where nothing else opens it, is open.
    if (option === 'target' && this.target) this.#widget?.open();
  }

  #read(option: string): unknown {
    return this.#properties.get(option) ?? this.#attributes.get(option);
  }

  #readOptions(): Record<string, unknown> {
    const names = [...this.#attributes.keys(), ...this.#properties.keys()];
    const options = Object.fromEntries(names.map((name) => [name, this.#read(name)]));
    if (typeof options.userToken === 'function') options.userToken = this.#userToken;
    return { ...this.#otherAttributes(), ...options };
  }

  /** Returns the attributes that are not options. The widget reports those that resemble one. */
  #otherAttributes(): Record<string, unknown> {
    const names = this.getAttributeNames().filter((name) => !optionByAttribute.has(name) && !name.startsWith('data-'));
    return Object.fromEntries(names.map((name) => [camelCase(name), this.getAttribute(name)]));
  }
}

/** Frameworks set the property to the text of the attribute, which is '' without a value. */
function isOn(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== 'false';
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
