import type { Locator, Page } from 'playwright/test';
import { takeLine } from '../support/line.ts';
import { expect } from '../support/stack.ts';
import type { Stack } from '../support/start-stack.ts';
import { Visitor } from '../support/visitor.ts';

/** A Thursday morning, so that the pictures of tomorrow show the times of today. */
const morning = '2026-11-19T10:24:00-08:00';

/** A page of the customer's site with a visitor on it, brought into a state by what visitors and pages do. */
export class Stage extends Visitor {
  readonly stack: Stack;

  constructor(page: Page, stack: Stack) {
    super(page);
    this.stack = stack;
  }

  get message(): Locator {
    return this.dialog.getByRole('textbox', { name: 'Message' });
  }

  /** Opens a page of the site; the clock stands still. */
  async visit(path = '/', time = morning): Promise<void> {
    await this.page.clock.setFixedTime(time);
    await this.page.goto(`${this.stack.site}${path}`);
    await expect(this.page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  }

  /** What the page's own script asks of the widget. */
  async call(method: string, argument: unknown): Promise<void> {
    await this.page.evaluate(([name, value]) => Reflect.get(window, 'LeadChat')(name, value), [
      method,
      argument,
    ] as const);
  }

  takeLine = () => takeLine(this.page);

  /** Opens a chat without a form, where the agent has said hello. */
  async chat(time = morning): Promise<void> {
    await this.visit('/anonymous.html', time);
    await this.openChat();
    await expect(this.log).toContainText('What can we do for you?');
  }

  async ask(question: string, answer: string | RegExp): Promise<void> {
    await this.say(question);
    await expect(this.log).toContainText(answer);
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
