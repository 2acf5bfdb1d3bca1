import { type ChildProcess, spawn } from 'node:child_process';
import { Builder, Capabilities, Key, type WebDriver, WebElement } from 'selenium-webdriver';
import { freePort } from '../../test/support/free-port.ts';
import { until } from '../support/poll.ts';
import type { Engine, KeyName, Role, Tab, Visit } from './engine.ts';
import { findByRole } from './find-by-role.ts';

export type WebKitDeps = {
  driver: string;
  /** A browser based on WebKitGTK that the driver can control. */
  browser: string;
  screen: string;
  /** Takes the machine offline for WebKit, which checks the routes of the system. */
  setOnline: ((online: boolean) => Promise<void>) | undefined;
};

/** WebKit in a window on a virtual screen: it has no headless mode. */
export async function startWebKit(deps: WebKitDeps): Promise<Engine> {
  const display = await startScreen(deps.screen);
  return {
    name: 'WebKit',
    cachesLivePages: true,
    async visit({ storage = 'allowed' } = {}) {
      // Each visitor gets a separate driver: a driver that hangs after a journey must not affect the next journey.
      const service = await startDriver(deps.driver, display.number);
      // Each session has separate storage, in memory.
      const args = ['--automation', ...(storage === 'blocked' ? ['--enable-html5-local-storage=false'] : [])];
      const building = new Builder()
        .disableEnvironmentOverrides()
        .usingServer(service.url)
        .withCapabilities(
          new Capabilities({
            browserName: 'MiniBrowser',
            'webkitgtk:browserOptions': { binary: deps.browser, args },
          }),
        )
        .build();
      try {
        const driver = await building;
        await driver.manage().setTimeouts({ pageLoad: 20_000, script: 20_000 });
        return visitOf(driver, service.stop, deps.setOnline);
      } catch (error) {
        service.stop();
        throw error;
      }
    },
    async close() {
      display.stop();
    },
  };
}

function visitOf(driver: WebDriver, stop: () => void, setOnline: WebKitDeps['setOnline']): Visit {
  let tabs = 0;
  return {
    async newTab() {
      // A window, not a tab: a background tab is never painted, and the driver waits forever for a click target to be painted.
      if (tabs > 0) await driver.switchTo().newWindow('window');
      tabs += 1;
      return new WebKitTab(driver, await driver.getWindowHandle());
    },
    setOnline,
    async close() {
      await setOnline?.(true);
      stop();
    },
  };
}

const keys: Record<KeyName, string> = { Tab: Key.TAB, Enter: Key.ENTER, Escape: Key.ESCAPE };

class WebKitTab implements Tab {
  readonly #driver: WebDriver;
  readonly #handle: string;

  constructor(driver: WebDriver, handle: string) {
    this.#driver = driver;
    this.#handle = handle;
  }

  async open(url: string): Promise<void> {
    await (await this.#front()).get(url);
  }

  async reload(): Promise<void> {
    await (await this.#front()).navigate().refresh();
  }

  async back(): Promise<void> {
    // As in Firefox, a page from the back/forward cache fires no load event.
    await this.evaluate(() => history.back());
  }

  async resize(width: number, height: number): Promise<void> {
    await (await this.#front()).manage().window().setRect({ width, height });
  }

  async click(role: Role, name: string): Promise<void> {
    const element = await until(
      `${role} "${name}"`,
      () => this.#find(role, name),
      (found) => found !== null,
    );
    // The driver treats every element in a shadow root as covered; `findByRole` has already checked this.
    if (element !== null) await this.#driver.actions().move({ origin: element }).click().perform();
  }

  async type(text: string): Promise<void> {
    await (await this.#front()).actions().sendKeys(text).perform();
  }

  press(key: KeyName): Promise<void> {
    return this.type(keys[key]);
  }

  async evaluate<Result>(script: (...texts: string[]) => Result, ...texts: string[]): Promise<Result> {
    return (await this.#front()).executeScript<Result>(script, ...texts);
  }

  async read<Result>(role: Role, name: string, script: (element: HTMLElement) => Result): Promise<Result | undefined> {
    const element = await this.#find(role, name);
    return element === null ? undefined : this.#driver.executeScript<Result>(script, element);
  }

  async close(): Promise<void> {
    await (await this.#front()).close();
  }

  /** The driver controls a single tab at a time. */
  async #front(): Promise<WebDriver> {
    await this.#driver.switchTo().window(this.#handle);
    return this.#driver;
  }

  async #find(role: Role, name: string): Promise<WebElement | null> {
    const driver = await this.#front();
    const found = await driver.executeScript<unknown>(findByRole, role, name);
    return found instanceof WebElement ? found : null;
  }
}

async function startDriver(program: string, display: string): Promise<{ url: string; stop(): void }> {
  const port = await freePort();
  const env = { ...process.env, DISPLAY: `:${display}`, LC_ALL: 'C.UTF-8' };
  const { stop } = startGroup(program, [`--port=${port}`, '--host=127.0.0.1'], env);
  const url = `http://127.0.0.1:${port}`;
  try {
    await until(
      program,
      () => fetch(`${url}/status`),
      ({ ok }) => ok,
    );
  } catch (error) {
    stop();
    throw error;
  }
  return { url, stop };
}

async function startScreen(program: string): Promise<{ number: string; stop(): void }> {
  // Xvfb chooses a free display number and writes it to the third pipe.
  const { child, stop } = startGroup(
    program,
    ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    process.env,
  );
  const displayPipe = child.stdio[3];
  const number = await new Promise<string>((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => fail(new Error(`${program} ended with ${code}`)));
    displayPipe?.once('data', (data: Buffer) => done(String(data).trim()));
  });
  return { number, stop };
}

/** A process with its child processes: `stop`, or the end of this process, ends them together. */
function startGroup(program: string, args: string[], env: NodeJS.ProcessEnv): { child: ChildProcess; stop(): void } {
  const child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const stop = () => {
    process.off('exit', stop);
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  };
  process.once('exit', stop);
  return { child, stop };
}
