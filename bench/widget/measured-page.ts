import type { Browser, CDPSession, Page } from 'playwright';
import { observePage } from './in-page.ts';

export type Cost = {
  scripting: number;
  task: number;
  heapKb: number;
  nodes: number;
  listeners: number;
  layouts: number;
};

/** A page in a context of its own, slowed down, whose costs can be read. */
export class MeasuredPage {
  readonly page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.#session = session;
  }

  static async open(browser: Browser, address: string, slowDown: number): Promise<MeasuredPage> {
    const context = await browser.newContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    await page.addInitScript(observePage);
    await page.goto(address);
    return new MeasuredPage(page, session);
  }

  async cost(): Promise<Cost> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    const read = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
    return {
      scripting: read('ScriptDuration') * 1000,
      task: read('TaskDuration') * 1000,
      heapKb: read('JSHeapUsedSize') / 1024,
      nodes: read('Nodes'),
      listeners: read('JSEventListeners'),
      layouts: read('LayoutCount'),
    };
  }

  /** What is left when all that can be thrown away was thrown away. */
  async costAfterCollecting(): Promise<Cost> {
    // A transition that was under way keeps its element, even one that is gone, until the page draws again; an idle page does not.
    await this.page.evaluate(() => bench.drawn());
    for (let round = 0; round < 3; round++) await this.#session.send('HeapProfiler.collectGarbage');
    return this.cost();
  }

  /** The longest time for which the main thread did not answer, of those over 50 ms; and by how much all of them were over it. */
  async blocking(): Promise<{ longest: number; total: number }> {
    const tasks = await this.page.evaluate(() => bench.longTasks);
    return { longest: Math.max(0, ...tasks), total: tasks.reduce((sum, one) => sum + one - 50, 0) };
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
