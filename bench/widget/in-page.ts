import type { Controls } from './subject.ts';

/**
 * Runs in each page before its own scripts. Finds the elements of the chat, counts frames, and records how long the main
 * thread was busy.
 */
export function observePage(controls: Controls): void {
  const root = (): ParentNode | null => {
    let scope: ParentNode | null = document;
    for (const host of controls.hosts) scope = scope?.querySelector(host)?.shadowRoot ?? null;
    return scope;
  };
  const find = (selector: string | undefined): HTMLElement | null =>
    selector === undefined ? null : (root()?.querySelector<HTMLElement>(selector) ?? null);
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await frame();
  };
  /** Checks only the end of the log, since reading a long log would affect the measurement. */
  const isLatest = (text: string) => {
    let row = find(controls.log)?.lastElementChild;
    for (let count = 0; count < 3 && row !== null && row !== undefined; count++) {
      if (row.textContent?.includes(text) === true) return true;
      row = row.previousElementSibling;
    }
    return false;
  };
  const isVisible = (selector: string | undefined) =>
    find(selector)?.checkVisibility({ visibilityProperty: true }) === true;
  const isUsable = () => isVisible(controls.field);
  const widget = (...call: unknown[]) => Reflect.apply(Reflect.get(window, 'LeadChat'), undefined, call);
  const type = (text: string) => {
    const field = find(controls.field);
    if (field === null) throw new Error('there is no chat');
    // React replaces the setter of the element itself, and ignores values that were set through it.
    const setter =
      'value' in field ? Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set : undefined;
    if (setter === undefined) field.textContent = text;
    else setter.call(field, text);
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  };
  const longTasks: number[] = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  const shifts: number[] = [];
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) shifts.push(startTime);
  }).observe({ type: 'layout-shift', buffered: true });
  let pressedAt: number | undefined;
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      pressedAt = timeStamp;
    },
    { capture: true },
  );
  let frameCount = 0;
  const Native = WebSocket;
  globalThis.WebSocket = class extends Native {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols);
      this.addEventListener('message', () => {
        frameCount++;
      });
    }
  };
  const isBubbleVisible = () =>
    controls.bubble === undefined ? isUsable() : (find(controls.bubble)?.offsetWidth ?? 0) > 0;

  globalThis.bench = {
    longTasks,
    shifts,
    async drawn() {
      for (let count = 0; count < 3; count++) await frame();
    },
    frameCount: () => frameCount,
    bubble: () => until(isBubbleVisible),
    loaded: () =>
      until(() => {
        const { file, element } = controls.loadsOnIntent ?? {};
        const names = performance.getEntriesByType('resource').map(({ name }) => name);
        const isLoaded = file === undefined || names.some((name) => name.includes(file));
        return isLoaded && (element === undefined || find(element) !== null);
      }),
    async open() {
      const start = performance.now();
      find(controls.bubble)?.click();
      await until(isUsable);
      return performance.now() - start;
    },
    submit(text) {
      type(text);
      requestAnimationFrame(() => find(controls.send)?.click());
    },
    async send(text) {
      // Some chats remove or disable their field until they have shown the reply.
      await until(isUsable);
      const start = performance.now();
      type(text);
      await frame();
      find(controls.send)?.click();
      await until(() => isLatest(`end of answer to: ${text}`));
      await frame();
      return performance.now() - start;
    },
    async openHistory(text) {
      const start = performance.now();
      const startChat = Reflect.get(window, 'startChat');
      if (typeof startChat === 'function') startChat();
      await until(isBubbleVisible);
      find(controls.bubble)?.click();
      await until(() => isLatest(text));
      await frame();
      return performance.now() - start;
    },
    async afterPress(text) {
      pressedAt = undefined;
      await until(() => pressedAt !== undefined);
      const sincePress = () => performance.now() - (pressedAt ?? Number.NaN);
      await until(() => isVisible(controls.panel) || isUsable());
      const panel = sincePress();
      await until(() => isUsable() || isVisible(controls.form));
      const usable = sincePress();
      if (text === undefined) return { panel, usable };
      await bench.send(text);
      return { panel, usable, answer: sincePress() };
    },
    async received(count) {
      await until(() => frameCount >= count);
      await frame();
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
    watchTurns() {
      const { port1, port2 } = new MessageChannel();
      let last = performance.now();
      let longestMs = 0;
      const note = () => {
        longestMs = Math.max(longestMs, performance.now() - last);
        last = performance.now();
      };
      port1.onmessage = () => {
        note();
        port2.postMessage(null);
      };
      port2.postMessage(null);
      return () => {
        note();
        port1.close();
        return longestMs;
      };
    },
    async rounds(count, options) {
      for (let round = 0; round < count; round++) {
        widget('open');
        await until(isUsable);
        widget('close');
        widget('destroy');
        widget('init', options);
      }
    },
  };
}

declare global {
  /** Measures inside a page. Times are in milliseconds. */
  var bench: {
    longTasks: number[];
    /** When something visible jumped. */
    shifts: number[];
    /** Resolves after three animation frames. */
    drawn(): Promise<void>;
    /** How many frames have arrived over sockets. */
    frameCount(): number;
    /** Resolves when the bubble is visible, or the chat itself if it is always open. */
    bubble(): Promise<void>;
    /** Resolves when the chat is loaded, still closed. */
    loaded(): Promise<void>;
    /** Opens the chat; returns the time from the click until the visitor can type. */
    open(): Promise<number>;
    /** Sends a text without waiting for the reply. */
    submit(text: string): void;
    /** Sends a text; returns the time until the end of the reply is painted. */
    send(text: string): Promise<number>;
    /** Opens a chat with a history; returns the time until the message with this text is painted. */
    openHistory(text: string): Promise<number>;
    /**
     * The times from the next press of a button until the panel is visible and until its form or its field can be used;
     * with a text, also until the end of the reply to it is painted. The press may be that of the form itself.
     */
    afterPress(text?: string): Promise<{ panel: number; usable: number; answer?: number }>;
    /** Resolves when `count` frames have arrived and the page has processed them. */
    received(count: number): Promise<void>;
    /** Has a task of its own run again and again. Returns the function that ends it: the longest that it had to wait. */
    watchTurns(): () => number;
    /** Opens, closes, destroys and creates the chat again. */
    rounds(count: number, options: Record<string, unknown>): Promise<void>;
  };
}
