import type { Browser, CDPSession, Page } from 'playwright';
import type { BenchSite } from './bench-site.ts';
import { observePage } from './in-page.ts';
import type { Subject } from './subject.ts';

export type Cost = {
  scripting: number;
  task: number;
  heapKb: number;
  nodes: number;
  listeners: number;
  layouts: number;
};

/** A page in its own browser context, with a slower CPU, whose costs can be read. */
export class MeasuredPage {
  readonly page: Page;
  /** The addresses of all requests and sockets, except of the page itself. */
  readonly requests: readonly string[];
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession, requests: readonly string[]) {
    this.page = page;
    this.#session = session;
    this.requests = requests;
  }

  static async open(
    browser: Browser,
    site: BenchSite,
    subject: Subject,
    slowDown: number,
    historyLength?: number,
  ): Promise<MeasuredPage> {
    const context = await browser.newContext();
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) requests.push(request.url());
    });
    page.on('websocket', (socket) => requests.push(socket.url()));
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    await page.addInitScript(observePage, subject.controls);
    await page.goto(site.addressOf(subject, historyLength));
    return new MeasuredPage(page, session, requests);
  }

  async cost(): Promise<Cost> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    return {
      scripting: read('ScriptDuration') * 1000,
      task: read('TaskDuration') * 1000,
      heapKb: read('JSHeapUsedSize') / 1024,
      nodes: read('Nodes'),
      listeners: read('JSEventListeners'),
      layouts: read('LayoutCount'),
    };
  }

  /** The cost after garbage collection. */
  async costAfterCollecting(): Promise<Cost> {
    // A running transition keeps its element, even a removed one, until the page draws again. An idle page does not draw.
    await this.page.evaluate(() => bench.drawn());
    for (let round = 0; round < 3; round++) await this.#session.send('HeapProfiler.collectGarbage');
    return this.cost();
  }

  /** Of the tasks over 50 ms: the duration of the longest (0 without any), and the sum of the time over 50 ms. */
  async longTasks(): Promise<{ longest: number; blocking: number }> {
    const tasks = await this.page.evaluate(() => bench.longTasks);
    return { longest: Math.max(0, ...tasks), blocking: tasks.reduce((sum, task) => sum + task - 50, 0) };
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
