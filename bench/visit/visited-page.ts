import { type Browser, type BrowserContextOptions, devices, type Page } from 'playwright';
import type { BenchSite } from '../widget/bench-site.ts';
import { observePage } from '../widget/in-page.ts';
import type { Subject } from '../widget/subject.ts';

/** A kind of visitor: the device and its network. */
export type Device = {
  name: string;
  context: BrowserContextOptions;
  slowDown: number;
  /** Of each request, in milliseconds. */
  latency: number;
  /** In bytes per second. */
  download: number;
  upload: number;
};

export const phone: Device = {
  name: 'phone',
  context: devices['Pixel 7'] ?? {},
  slowDown: 4,
  latency: 150,
  download: 1_600_000 / 8,
  upload: 750_000 / 8,
};

export const desktop: Device = {
  name: 'desktop',
  context: { viewport: { width: 1280, height: 800 } },
  slowDown: 1,
  latency: 20,
  download: 50_000_000 / 8,
  upload: 10_000_000 / 8,
};

/** A page in a new browser context with an empty cache, on a device. Counts what Chromium counts on the wire. */
export class VisitedPage {
  readonly page: Page;
  readonly #device: Device;
  #bytes = 0;
  #requests = 0;
  readonly #pending = new Set<string>();

  private constructor(page: Page, device: Device) {
    this.page = page;
    this.#device = device;
  }

  static async open(browser: Browser, site: BenchSite, subject: Subject, device: Device): Promise<VisitedPage> {
    const page = await (await browser.newContext(device.context)).newPage();
    const visited = new VisitedPage(page, device);
    await visited.#prepare(subject);
    await page.goto(site.addressOf(subject), { waitUntil: 'commit' });
    return visited;
  }

  async #prepare({ controls }: Subject): Promise<void> {
    const { slowDown, latency, download, upload } = this.#device;
    const session = await this.page.context().newCDPSession(this.page);
    session.on('Network.requestWillBeSent', ({ requestId, type }) => {
      if (type === 'Document') return;
      this.#requests++;
      this.#pending.add(requestId);
    });
    session.on('Network.webSocketCreated', () => {
      this.#requests++;
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (this.#pending.delete(requestId)) this.#bytes += encodedDataLength;
    });
    session.on('Network.loadingFailed', ({ requestId }) => this.#pending.delete(requestId));
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: download,
      uploadThroughput: upload,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    await this.page.addInitScript(observePage, controls);
  }

  /** Taps on a phone, clicks on a desktop: at once, without a pause over the button. */
  async press(selector: string): Promise<void> {
    const target = this.page.locator(selector);
    if (this.#device.context.hasTouch === true) await target.tap();
    else await target.click();
  }

  /** What all requests but that of the page itself have transferred, once none is running. */
  async traffic(): Promise<{ kilobytes: number; requests: number }> {
    // What a page requests when it is idle starts within a second.
    let quiet = 0;
    while (quiet < 10) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      quiet = this.#pending.size === 0 ? quiet + 1 : 0;
    }
    return { kilobytes: this.#bytes / 1000, requests: this.#requests };
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
