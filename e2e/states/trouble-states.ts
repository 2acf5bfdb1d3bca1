import { expect } from '../support/stack.ts';
import type { DesignedState } from './designed-state.ts';
import type { Stage } from './stage.ts';

/** What a visitor sees when something goes wrong beside the conversation, or in a part of it. */
export const troubleStates: readonly DesignedState[] = [
  {
    name: 'The conversation cannot be loaded',
    part: 'loading',
    async reach(stage) {
      await stage.page.route('**/assets/conversation-*.js', (route) => route.abort());
      await stage.visit('/anonymous.html');
      await stage.openChat();
      await stage.dialog.getByRole('button', { name: 'Menu' }).click();
      await expect(stage.dialog.getByRole('button', { name: 'Try again' }).last()).toBeVisible();
    },
  },
  {
    name: 'A question that cannot be loaded',
    part: 'loading',
    async reach(stage) {
      await stage.page.route('**/assets/rating-*.js', (route) => route.abort());
      await stage.chat();
      await stage.call('update', { rating: 'stars' });
      await stage.askForOpening();
      await stage.ask('Do you take my insurance?', 'your insurance card');
      await stage.openMenu();
      await stage.dialog.getByRole('button', { name: 'Rate this chat' }).click();
      await expect(stage.log.getByRole('button', { name: 'Try again' })).toBeVisible();
    },
  },
  {
    name: 'Details refused, in the conversation',
    part: 'connection',
    async reach(stage) {
      await stage.page.route('**/leads', (route) => route.abort());
      await stage.visit();
      await stage.leaveLead({ phone: '(415) 555-2672', firstName: 'Ada' });
      await expect(stage.dialog).toContainText("Saved. We'll send it");
      // The page would try again meanwhile.
      await stage.page.goto('about:blank');
      await stage.page.route('**/leads', (route) =>
        route.fulfill({
          status: 403,
          headers: { 'access-control-allow-origin': '*' },
          json: { status: 'failed', code: 'origin-not-allowed', message: 'This page may not send leads.' },
        }),
      );
      await stage.visit();
      await stage.openChat();
      await expect(stage.dialog).toContainText("We couldn't accept your details.");
      await expect(stage.log).toContainText('What can we do for you?');
    },
  },
  {
    name: 'Not saved by the browser',
    part: 'connection',
    async reach(stage) {
      await stage.page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage']) {
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('Access is denied for this document.', 'SecurityError');
            },
          });
        }
      });
      await stage.chat();
      await stage.askForOpening();
      await expect(stage.dialog).toContainText("Your browser doesn't save this conversation.");
    },
  },
  {
    name: 'Call-back refused at this hour',
    part: 'call',
    async reach(stage) {
      await refuseCall(stage);
    },
  },
  {
    name: '320 pixels wide, call-back refused in Polish',
    part: 'small window',
    window: { width: 320, height: 640 },
    async reach(stage) {
      await refuseCall(stage);
      await stage.call('setLocale', 'pl');
      await expect(stage.dialog.getByRole('button', { name: 'Zadzwońcie później' })).toBeVisible();
    },
  },
];

async function refuseCall(stage: Stage): Promise<void> {
  await stage.page.route('**/calls', (route) =>
    route.fulfill({
      status: 409,
      headers: { 'access-control-allow-origin': '*' },
      json: { status: 'failed', code: 'closed', message: "must be within the form's call-back hours" },
    }),
  );
  await stage.visit();
  await stage.call('update', { form: 'callback' });
  await stage.openChat();
  await stage.fillForm({ firstName: 'Ada', phone: '(415) 555-2673' });
  await stage.dialog.getByRole('button', { name: 'Call me now' }).click();
  await expect(stage.dialog).toContainText("We don't call at this hour.");
  await expect(stage.log).toContainText('Hi Ada!');
}
