import { expect } from '../support/stack.ts';
import type { DesignedState } from './designed-state.ts';
import type { Stage } from './stage.ts';

/** A chat that begins without its form, after the agent's first answer. */
async function askFirst(stage: Stage, options: Record<string, unknown> = {}): Promise<void> {
  await stage.visit();
  await stage.call('update', { leadForm: 'later', form: 'default', ...options });
  await stage.openChat();
  await expect(stage.log).toContainText('What can we do for you?');
  await stage.askForOpening();
}

async function showForm(stage: Stage): Promise<void> {
  await stage.openMenu();
  await stage.dialog.getByRole('button', { name: 'Leave my number' }).click();
  await expect(stage.dialog.getByRole('combobox', { name: 'Country' })).toBeAttached();
}

/** States of the form in the conversation. */
export const conversationFormStates: readonly DesignedState[] = [
  {
    name: 'Menu that offers the form',
    part: 'menu',
    async reach(stage) {
      await askFirst(stage);
      await stage.openMenu();
      await expect(stage.dialog.getByRole('button', { name: 'Leave my number' })).toBeVisible();
    },
  },
  {
    name: 'Form offered in the conversation',
    part: 'form in the conversation',
    async reach(stage) {
      await askFirst(stage, { askAfter: { answers: 1 } });
      await expect(stage.dialog.getByRole('combobox', { name: 'Country' })).toBeAttached();
    },
  },
  {
    name: 'Form in the conversation with errors',
    part: 'form in the conversation',
    async reach(stage) {
      await askFirst(stage);
      await showForm(stage);
      await stage.fillForm({ firstName: 'Ada', phone: '(415) 555-26' });
      await stage.dialog.getByRole('button', { name: 'Submit my details' }).click();
      await expect(stage.phone).toHaveAccessibleDescription(/Two digits are missing/);
    },
  },
  {
    name: 'Form in the conversation with everything',
    part: 'form in the conversation',
    async reach(stage) {
      await askFirst(stage, { form: 'complete' });
      await showForm(stage);
      await stage.dialog.getByLabel('I agree to be contacted').check();
      await stage.dialog.getByRole('button', { name: 'Not now' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'Thanks in the conversation',
    part: 'form in the conversation',
    async reach(stage) {
      await askFirst(stage);
      await showForm(stage);
      await stage.fillLead();
      await stage.dialog.getByRole('button', { name: 'Submit my details' }).click();
      await expect(stage.log.getByText('Thank you!')).toBeVisible();
      await stage.ask('See you then', /./);
    },
  },
  {
    name: 'Form in the conversation, right to left',
    part: 'right to left',
    async reach(stage) {
      await askFirst(stage);
      await showForm(stage);
      await stage.call('setLocale', 'ar');
      await expect(stage.page.getByRole('button', { name: 'ليس الآن' })).toBeAttached();
    },
  },
];
