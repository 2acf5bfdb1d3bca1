import type { Locator, Page } from 'playwright/test';
import { expect } from './stack.ts';

export type TypedLead = { phone: string; firstName?: string; lastName?: string; email?: string };

/** What a visitor does and sees, by accessible names. */
export class Visitor {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The chat: a dialog, or inside the page a region of it. */
  get dialog(): Locator {
    const name = 'Northlight Dental';
    return this.page.getByRole('dialog', { name }).or(this.page.getByRole('region', { name }));
  }

  get log(): Locator {
    return this.page.getByRole('log', { name: 'Conversation' });
  }

  get phone(): Locator {
    return this.dialog.getByLabel('Phone');
  }

  async openChat(): Promise<void> {
    await this.page.getByRole('button', { name: 'Open chat' }).click();
    await expect(this.dialog).toBeVisible();
  }

  /** Waits for the chat that opens by itself, because it is open in another tab. */
  async followOpenChat(): Promise<void> {
    await expect(this.dialog).toBeVisible();
  }

  async fillForm({ phone, firstName, lastName, email }: TypedLead): Promise<void> {
    if (firstName !== undefined) await this.dialog.getByLabel('First name').fill(firstName);
    if (lastName !== undefined) await this.dialog.getByLabel('Last name').fill(lastName);
    await this.phone.pressSequentially(phone);
    if (email !== undefined) await this.dialog.getByLabel('Email').fill(email);
  }

  async startChat(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Start chat' }).click();
  }

  async leaveLead(lead: TypedLead): Promise<void> {
    await this.openChat();
    await this.fillForm(lead);
    await this.startChat();
    await expect(this.log).toBeVisible();
  }

  async say(text: string): Promise<void> {
    await this.dialog.getByRole('textbox', { name: 'Message' }).fill(text);
    await this.dialog.getByRole('button', { name: 'Send' }).click();
    await expect(this.log.getByText(text, { exact: true })).toBeVisible();
  }

  /** The ID of the session, once it is stored. A message is shown before the service has given one. */
  async startedSession(flowId: string): Promise<string | undefined> {
    await expect.poll(() => this.storedSession(flowId)).toEqual(expect.any(String));
    return this.storedSession(flowId);
  }

  /** The ID of the stored session. */
  async storedSession(flowId: string): Promise<string | undefined> {
    const stored = await this.page.evaluate((key) => localStorage.getItem(key), `leadchat:${flowId}`);
    return stored === null ? undefined : JSON.parse(stored).session_id;
  }
}
