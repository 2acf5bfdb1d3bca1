import { until } from '../support/poll.ts';
import type { Stack } from '../support/start-stack.ts';
import type { Tab } from './engine.ts';

export const title = 'Northlight Dental';

export type TypedLead = { phone: string; firstName: string };

/** What a visitor does and sees in one tab, in any engine. */
export class EngineVisitor {
  readonly tab: Tab;

  constructor(tab: Tab) {
    this.tab = tab;
  }

  async openChat(): Promise<void> {
    await this.tab.click('button', 'Open chat');
    await until(
      'the panel',
      () => this.panelText(),
      (text) => text !== undefined,
    );
  }

  async submitLead({ phone, firstName }: TypedLead): Promise<void> {
    await this.fill('First name', firstName);
    await this.fill('Phone', phone);
    await this.tab.click('button', 'Start chat');
    await this.waitForText('good to have you here');
  }

  async fill(field: string, text: string): Promise<void> {
    await this.tab.click('textbox', field);
    await this.tab.type(text);
  }

  async sendMessage(text: string): Promise<void> {
    await this.fill('Message', text);
    await this.tab.click('button', 'Send');
    await until(
      `"${text}" in the log`,
      () => this.bubbles(),
      (bubbles) => bubbles.includes(text),
    );
  }

  /** The text of each message bubble. */
  async bubbles(): Promise<string[]> {
    const texts = await this.tab.read('log', 'Conversation', (log) =>
      [...log.querySelectorAll('.bubble')].map((bubble) => bubble.textContent),
    );
    return texts ?? [];
  }

  panelText(): Promise<string | undefined> {
    return this.tab.read('dialog', title, (panel) => panel.innerText);
  }

  async waitForText(text: string): Promise<void> {
    await until(
      `"${text}" in the panel`,
      () => this.panelText(),
      (shown) => shown?.includes(text) === true,
    );
  }

  async waitUntilGone(text: string): Promise<void> {
    await until(
      `no "${text}" in the panel`,
      () => this.panelText(),
      (shown) => shown?.includes(text) === false,
    );
  }

  /** Waits for a stored session, and returns its ID. */
  async session({ ids }: Stack): Promise<string> {
    const read = () => this.tab.evaluate((key) => localStorage.getItem(key ?? ''), `leadchat:${ids.flow}`);
    const stored = await until('a stored session', read, (text) => text?.includes('webchat-session.') === true);
    return JSON.parse(stored ?? '').session_id;
  }
}
