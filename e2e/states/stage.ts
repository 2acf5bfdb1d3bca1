import type { Locator, Page } from 'playwright/test';
import { interceptSocket } from '../support/line.ts';
import { expect } from '../support/stack.ts';
import type { Stack } from '../support/start-stack.ts';
import { Visitor } from '../support/visitor.ts';

/** A fixed Thursday morning, so the times in the pictures stay the same. */
const morning = '2026-11-19T10:24:00-08:00';

/** Drives a page of the customer's site into a state, with actions of the visitor and calls of the page. */
export class Stage extends Visitor {
  readonly stack: Stack;

  constructor(page: Page, stack: Stack) {
    super(page);
    this.stack = stack;
  }

  get message(): Locator {
    return this.dialog.getByRole('textbox', { name: 'Message' });
  }

  /** Opens a page of the site with a fixed clock. */
  async visit(path = '/', time = morning): Promise<void> {
    await this.page.clock.setFixedTime(time);
    await this.page.goto(`${this.stack.site}${path}`);
    await expect(this.page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  }

  /** Calls a method of the widget, like a script of the page. */
  async call(method: string, argument: unknown): Promise<void> {
    await this.page.evaluate(([name, value]) => Object(window).LeadChat(name, value), [method, argument] as const);
  }

  interceptSocket = () => interceptSocket(this.page);

  /** Opens a chat without a form, and waits for the greeting of the agent. */
  async chat(time = morning): Promise<void> {
    await this.visit('/anonymous.html', time);
    await this.openChat();
    await expect(this.log).toContainText('What can we do for you?');
  }

  /** Waits until no transition or animation is running, except those that repeat forever. */
  async settle(): Promise<void> {
    await this.page.evaluate(async () => {
      const root = document.querySelector('leadchat-widget')?.shadowRoot;
      const running = () =>
        (root?.getAnimations() ?? []).filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
      for (let found = running(); found.length > 0; found = running()) {
        // One that is cancelled is over, too.
        await Promise.allSettled(found.map(({ finished }) => finished));
      }
    });
  }

  async ask(question: string, reply: string | RegExp): Promise<void> {
    await this.say(question);
    await expect(this.log).toContainText(reply);
  }

  async askForOpening(): Promise<void> {
    await this.ask('Do you have anything on Thursday after 4?', 'two slots are open');
  }

  async openMenu(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Menu' }).click();
    await expect(this.dialog.getByRole('button', { name: 'New conversation' })).toBeVisible();
  }

  async fillLead(): Promise<void> {
    await this.fillForm({
      firstName: 'Ada',
      lastName: 'Lovelace',
      phone: '(415) 555-2671',
      email: 'ada@example.com',
    });
  }
}
