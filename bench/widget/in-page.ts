/**
 * Runs in each page before its own scripts. Finds the elements of all chats by their accessible names, counts frames, and
 * records how long the main thread was busy.
 */
export function observePage(): void {
  const find = (selector: string): HTMLElement | null => {
    const root = document.querySelector('leadchat-widget')?.shadowRoot;
    return root?.querySelector<HTMLElement>(selector) ?? document.querySelector<HTMLElement>(selector);
  };
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await frame();
  };
  /** Checks only the end of the log, since reading a long log would affect the measurement. */
  const isLatest = (text: string) =>
    [...(find('[role=log]')?.children ?? [])].slice(-3).some((row) => row.textContent?.includes(text) === true);
  const isUsable = () => find('textarea')?.checkVisibility({ visibilityProperty: true }) === true;
  const widget = (...call: unknown[]) => Reflect.apply(Reflect.get(window, 'LeadChat'), undefined, call);
  const type = (text: string) => {
    const field = find('textarea');
    if (!(field instanceof HTMLTextAreaElement)) throw new Error('there is no chat');
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const longTasks: number[] = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  const shifts: number[] = [];
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) shifts.push(startTime);
  }).observe({ type: 'layout-shift', buffered: true });
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

  globalThis.bench = {
    longTasks,
    shifts,
    async drawn() {
      for (let count = 0; count < 3; count++) await frame();
    },
    frameCount: () => frameCount,
    bubble: () => until(() => (find('button[aria-label="Open chat"]')?.offsetWidth ?? 0) > 0),
    loaded: () =>
      until(() => {
        const names = performance.getEntriesByType('resource').map(({ name }) => name);
        const isLoaded = names.some((name) => /\/panel-|written-chat/.test(name));
        return isLoaded && (document.querySelector('leadchat-widget') === null || find('[role=dialog]') !== null);
      }),
    async open() {
      const start = performance.now();
      find('button[aria-label="Open chat"]')?.click();
      await until(isUsable);
      return performance.now() - start;
    },
    submit(text) {
      type(text);
      requestAnimationFrame(() => find('button[aria-label="Send"]')?.click());
    },
    async send(text) {
      const start = performance.now();
      type(text);
      await frame();
      find('button[aria-label="Send"]')?.click();
      await until(() => isLatest(`end of answer to: ${text}`));
      await frame();
      return performance.now() - start;
    },
    async received(count) {
      await until(() => frameCount >= count);
      await frame();
      await new Promise((resolve) => setTimeout(resolve, 0));
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
    /** Resolves when the bubble is visible. */
    bubble(): Promise<void>;
    /** Resolves when the chat is loaded, still closed. */
    loaded(): Promise<void>;
    /** Opens the chat; returns the time from the click until the visitor can type. */
    open(): Promise<number>;
    /** Sends a text without waiting for the reply. */
    submit(text: string): void;
    /** Sends a text; returns the time until the end of the reply is painted. */
    send(text: string): Promise<number>;
    /** Resolves when `count` frames have arrived and the page has processed them. */
    received(count: number): Promise<void>;
    /** Opens, closes, destroys and creates the chat again. */
    rounds(count: number, options: Record<string, unknown>): Promise<void>;
  };
}
