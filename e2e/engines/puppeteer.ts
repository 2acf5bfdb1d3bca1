import {
  type Browser,
  type BrowserContext,
  ElementHandle,
  type JSHandle,
  type KeyInput,
  launch,
  type Page,
} from 'puppeteer-core';
import { launchOptions } from '../support/chromium.ts';
import { until } from '../support/poll.ts';
import type { Engine, KeyName, Role, Tab, Visit } from './engine.ts';
import { findByRole } from './find-by-role.ts';

/** Firefox, headless, over WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const start = (extraPrefsFirefox: Record<string, unknown>) =>
    launch({ browser: 'firefox', executablePath, headless: true, extraPrefsFirefox });
  const browser = await start({});
  return {
    name: 'Firefox',
    cachesLivePages: false,
    async visit({ storage = 'allowed' } = {}) {
      if (storage === 'allowed') return visitIn(await browser.createBrowserContext());
      // Blocks all cookies and site data, so every access to storage throws.
      const strict = await start({ 'network.cookie.cookieBehavior': 2 });
      return visitIn(strict.defaultBrowserContext(), strict);
    },
    close: () => browser.close(),
  };
}

/** Chromium, headless, over its DevTools protocol. Playwright's journeys cover what it lacks here: blocked storage. */
export async function startChromium(): Promise<Engine> {
  const { executablePath, args = [] } = launchOptions('browser');
  if (executablePath === undefined) throw new Error('there is no Chromium; run `npm run browser`.');
  const browser = await launch({ browser: 'chrome', executablePath, args, headless: true });
  return {
    name: 'Chromium',
    cachesLivePages: true,
    async visit({ storage = 'allowed' } = {}) {
      if (storage === 'blocked') throw new Error('this engine does not block storage');
      return visitIn(await browser.createBrowserContext());
    },
    close: () => browser.close(),
  };
}

function visitIn(context: BrowserContext, browser?: Browser): Visit {
  return {
    newTab: async () => new PuppeteerTab(await context.newPage()),
    async setOnline(online) {
      for (const page of await context.pages()) await page.setOfflineMode(!online);
    },
    close: () => (browser ?? context).close(),
  };
}

class PuppeteerTab implements Tab {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(url: string): Promise<void> {
    await this.#page.goto(url);
  }

  async reload(): Promise<void> {
    await this.#page.reload();
  }

  async back(): Promise<void> {
    // The driver's own command waits for a load event, which a page from the back/forward cache does not fire.
    await this.#page.evaluate(() => history.back());
  }

  resize(width: number, height: number): Promise<void> {
    return this.#page.setViewport({ width, height });
  }

  async click(role: Role, name: string): Promise<void> {
    const element = await until(
      `${role} "${name}"`,
      () => this.#find(role, name),
      (found) => found !== null,
    );
    await element?.click();
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  press(key: KeyName): Promise<void> {
    return this.#page.keyboard.press(key satisfies KeyInput);
  }

  async evaluate<Result>(script: (...texts: string[]) => Result, ...texts: string[]): Promise<Result> {
    return this.#page.evaluate(script, ...texts);
  }

  async read<Result>(role: Role, name: string, script: (element: HTMLElement) => Result): Promise<Result | undefined> {
    const element = await this.#find(role, name);
    return element === null ? undefined : element.evaluate(script);
  }

  close(): Promise<void> {
    return this.#page.close();
  }

  async #find(role: Role, name: string): Promise<ElementHandle<HTMLElement> | null> {
    const handle: JSHandle<HTMLElement | null> = await this.#page.evaluateHandle(findByRole, role, name);
    return isElement(handle) ? handle : null;
  }
}

function isElement(handle: JSHandle<HTMLElement | null>): handle is ElementHandle<HTMLElement> {
  return handle instanceof ElementHandle;
}
