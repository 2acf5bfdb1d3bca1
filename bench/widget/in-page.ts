/**
 * Put into each page before its own scripts: finds what either chat draws by what it is called, counts frames, and notes
 * how long the main thread was taken.
 */
export function observePage(): void {
  const found = (selector: string): HTMLElement | null => {
    const root = document.querySelector('leadchat-widget')?.shadowRoot;
    return root?.querySelector<HTMLElement>(selector) ?? document.querySelector<HTMLElement>(selector);
  };
  /** Ours are in blocks of some tens. */
  const lastMessage = () => {
    const last = found('[role=log]')?.lastElementChild;
    return last?.matches('.block') === true ? last.lastElementChild : last;
  };
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await frame();
  };
  const widget = (...call: unknown[]) => Reflect.apply(Reflect.get(window, 'LeadChat'), undefined, call);
  const longTasks: number[] = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  const shifts: number[] = [];
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) shifts.push(startTime);
  }).observe({ type: 'layout-shift', buffered: true });
  let frames = 0;
  const Native = WebSocket;
  globalThis.WebSocket = class extends Native {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols);
      this.addEventListener('message', () => {
        frames++;
      });
    }
  };

  globalThis.bench = {
    longTasks,
    shifts,
    async drawn() {
      for (let count = 0; count < 3; count++) await frame();
    },
    frames: () => frames,
    bubble: () => until(() => (found('button[aria-label="Open chat"]')?.offsetWidth ?? 0) > 0),
    loaded: () =>
      until(() => {
        const isThere = performance.getEntriesByType('resource').some(({ name }) => /panel-|written-chat/.test(name));
        return isThere && (document.querySelector('leadchat-widget') === null || found('[role=dialog]') !== null);
      }),
    async open() {
      const start = performance.now();
      found('button[aria-label="Open chat"]')?.click();
      await until(() => found('textarea')?.checkVisibility({ visibilityProperty: true }) === true);
      return performance.now() - start;
    },
    async say(text, isAnswered) {
      const field = found('textarea');
      if (!(field instanceof HTMLTextAreaElement)) throw new Error('there is no chat');
      const start = performance.now();
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      await frame();
      found('button[aria-label="Send"]')?.click();
      await until(() => lastMessage()?.textContent?.includes(isAnswered) === true);
      await frame();
      return performance.now() - start;
    },
    async flooded(count) {
      await until(() => frames >= count);
      await frame();
      await new Promise((done) => setTimeout(done, 0));
    },
    async rounds(count, options) {
      for (let round = 0; round < count; round++) {
        widget('open');
        await until(() => found('textarea')?.checkVisibility({ visibilityProperty: true }) === true);
        widget('close');
        widget('destroy');
        widget('init', options);
      }
    },
  };
}

declare global {
  /** What the benches ask of a page. Times are in milliseconds. */
  var bench: {
    longTasks: number[];
    /** When something that was drawn jumped. */
    shifts: number[];
    /** Resolves once the page was drawn a few times. */
    drawn(): Promise<void>;
    /** Frames that came over sockets so far. */
    frames(): number;
    /** Resolves once the bubble is drawn. */
    bubble(): Promise<void>;
    /** Resolves once the chat is loaded, closed as it is. */
    loaded(): Promise<void>;
    /** From the click to a message that can be written. */
    open(): Promise<number>;
    /** From sending a text until the last row of the log holds the answer, and is painted. */
    say(text: string, isAnswered: string): Promise<number>;
    /** Resolves after so many frames, and what follows from them in the same breath. */
    flooded(count: number): Promise<void>;
    /** Opens, closes, destroys and makes the chat anew. */
    rounds(count: number, options: Record<string, unknown>): Promise<void>;
  };
}
