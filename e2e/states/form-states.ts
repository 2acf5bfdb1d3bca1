import { expect } from '../support/stack.ts';
import type { DesignedState } from './designed-state.ts';

let phones = 0;

/** Returns a new number each time, since calls to a number are limited per day. */
function nextPhone(): string {
  phones += 1;
  return `(415) 555-27${String(phones).padStart(2, '0')}`;
}

/** States before the chat: the bubble, and all states of the form. */
export const formStates: readonly DesignedState[] = [
  { name: 'Bubble', reach: (stage) => stage.visit() },
  {
    name: 'Form',
    async reach(stage) {
      await stage.visit();
      await stage.openChat();
      await expect(stage.dialog.getByRole('combobox', { name: 'Country' })).toBeAttached();
    },
  },
  {
    name: 'Form with errors',
    async reach(stage) {
      await stage.visit();
      await stage.openChat();
      await stage.fillForm({ firstName: 'Ada', phone: '(415) 555-26', email: 'ada@' });
      await stage.startChat();
      await expect(stage.phone).toHaveAccessibleDescription(/Two digits are missing/);
    },
  },
  {
    name: 'Form with everything',
    async reach(stage) {
      await stage.visit();
      await stage.call('update', { form: 'complete', leadForm: 'optional' });
      await stage.openChat();
      await stage.fillForm({ firstName: 'Ada', phone: '(415) 555-2671' });
      await stage.dialog.getByLabel('What is it about?').selectOption('checkup');
      await stage.dialog.getByLabel('I agree to be contacted').check();
      await expect(stage.dialog.getByRole('button', { name: 'Skip' })).toBeAttached();
    },
  },
  {
    name: 'Form with everything missing',
    async reach(stage) {
      await stage.visit();
      await stage.call('update', { form: 'complete' });
      await stage.openChat();
      await stage.startChat();
      await expect(stage.dialog.getByText('Please agree')).toBeAttached();
      await stage.dialog.getByText('Please agree').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'Form sending',
    async reach(stage) {
      await stage.page.route('**/leads', () => {});
      await stage.visit();
      await stage.openChat();
      await stage.fillLead();
      await stage.startChat();
      await expect(stage.dialog.getByRole('button', { name: 'Sending…' })).toBeVisible();
    },
  },
  {
    name: 'Form refused',
    async reach(stage) {
      await stage.page.route('**/leads', (route) =>
        route.fulfill({
          status: 403,
          headers: { 'access-control-allow-origin': '*' },
          json: { status: 'failed', code: 'origin-not-allowed', message: 'This page may not send leads.' },
        }),
      );
      await stage.visit();
      await stage.openChat();
      await stage.fillLead();
      await stage.startChat();
      await expect(stage.dialog.getByText("couldn't send this")).toBeAttached();
    },
  },
  {
    name: 'Saved for later',
    async reach(stage) {
      await stage.page.route('**/leads', (route) => route.abort());
      await stage.visit();
      await stage.leaveLead({ phone: '(415) 555-2672', firstName: 'Ada' });
      await expect(stage.dialog).toContainText("Saved. We'll send it");
      await expect(stage.log).toContainText('What can we do for you?');
    },
  },
  {
    name: 'Call-back offered',
    async reach(stage) {
      await stage.visit();
      await stage.call('update', { form: 'callback' });
      await stage.openChat();
      await stage.fillLead();
      await expect(stage.dialog.getByRole('button', { name: 'Call me back' })).toBeVisible();
    },
  },
  {
    name: 'Call-back asked for',
    async reach(stage) {
      await stage.visit();
      await stage.call('update', { form: 'callback' });
      await stage.openChat();
      await stage.fillForm({ firstName: 'Ada', phone: nextPhone() });
      await stage.dialog.getByRole('button', { name: 'Call me back' }).click();
      await expect(stage.log).toContainText('Hi Ada!');
      await expect(stage.dialog).toContainText(/We'll call you shortly|We're calling you now|Call connected/);
    },
  },
  {
    name: 'Loading',
    async reach(stage) {
      await stage.page.route('**/config?*', () => {});
      await stage.visit();
      await stage.call('update', { form: 'complete' });
      await stage.openChat();
      await expect(stage.dialog.getByText('Connecting…')).toBeAttached();
    },
  },
  {
    name: 'Not available',
    async reach(stage) {
      await stage.page.route('**/config?*', (route) => route.abort());
      await stage.visit();
      await stage.call('update', { form: 'nowhere', flowId: '', wssUrl: '' });
      await stage.openChat();
      await expect(stage.dialog.getByText("isn't available right now")).toBeVisible();
    },
  },
];
