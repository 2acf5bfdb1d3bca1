import { fetchFor } from '../support/fetch-for.ts';
import { expect } from '../support/stack.ts';
import type { DesignedState } from './designed-state.ts';
import type { Stage } from './stage.ts';

let phones = 0;

/** Returns a new number each time, since calls to a number are limited per day. */
function nextPhone(): string {
  phones += 1;
  return `(415) 555-27${String(phones).padStart(2, '0')}`;
}

/** Outside these hours, in the time zone of the pictures. */
const saturday = '2026-11-21T10:24:00-08:00';
const openingHours = {
  timeZone: 'America/Los_Angeles',
  open: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }],
};

/** States before the chat: the bubble, and all states of the form. */
export const formStates: readonly DesignedState[] = [
  { name: 'Bubble', part: 'launcher', reach: (stage) => stage.visit() },
  {
    name: 'Form',
    part: 'form',
    async reach(stage) {
      await stage.visit();
      await stage.openChat();
      await expect(stage.dialog.getByRole('combobox', { name: 'Country' })).toBeAttached();
    },
  },
  {
    name: 'Form with errors',
    part: 'form',
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
    part: 'fields',
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
    part: 'fields',
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
    name: 'Form in steps',
    part: 'steps',
    async reach(stage) {
      await stage.visit();
      await stage.call('update', { form: 'steps' });
      await stage.openChat();
      await stage.dialog.getByRole('radio', { name: 'A check-up' }).check();
      for (const day of ['Tuesday', 'Friday']) await stage.dialog.getByRole('checkbox', { name: day }).check();
    },
  },
  {
    name: 'Form step with errors',
    part: 'steps',
    async reach(stage) {
      await stage.visit();
      await stage.call('update', { form: 'steps' });
      await stage.openChat();
      await stage.dialog.getByRole('radio', { name: 'Something hurts' }).check();
      await stage.dialog.getByRole('button', { name: 'Next' }).click();
      await stage.dialog.getByLabel('From when?').fill('2026-12-25');
      await stage.dialog.getByLabel('For how many people?').fill('0');
      await stage.dialog.getByRole('button', { name: 'Next' }).click();
      await expect(stage.dialog.getByText('Enter 1 or more.')).toBeVisible();
    },
  },
  {
    name: 'Form sending',
    part: 'form',
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
    part: 'form',
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
    name: 'Form with a captcha that is not solved',
    part: 'form',
    async reach(stage) {
      await addCaptcha(stage);
      await stage.visit();
      await stage.call('update', { form: 'callback' });
      await stage.openChat();
      await stage.fillLead();
      await expect(stage.page.getByText('I am human')).toBeVisible();
      await stage.startChat();
      await expect(stage.dialog.getByText('Please complete this check.')).toBeVisible();
    },
  },
  {
    name: 'Form of a signed visitor',
    part: 'form',
    async reach(stage) {
      const fields = { phone: '+14155552671', first_name: 'Ada', email: 'ada@example.com' };
      await stage.page.route('**/identity', (route) =>
        route.fulfill({
          headers: { 'access-control-allow-origin': '*' },
          json: { status: 'success', fields, issues: [] },
        }),
      );
      await stage.visit();
      await stage.call('update', { form: 'complete', userToken: 'signed by the site' });
      await stage.openChat();
      await expect(stage.phone).toHaveValue('+1 415 555 2671');
      await expect(stage.phone).toHaveAttribute('readonly');
    },
  },
  {
    name: 'Consent that has changed',
    part: 'consent',
    async reach(stage) {
      await changeConsent(stage);
      await fillCompleteForm(stage);
      await refuseConsent(stage);
      await stage.startChat();
      await expect(stage.dialog.getByText('This text has changed.')).toBeAttached();
      await stage.dialog.getByText('This text has changed.').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'Consent that has changed, for a saved lead',
    part: 'consent',
    async reach(stage) {
      await changeConsent(stage);
      await fillCompleteForm(stage);
      await stage.page.route('**/leads', (route) => route.abort());
      await stage.startChat();
      await expect(stage.dialog).toContainText("Saved. We'll send it");
      // The page would try again meanwhile.
      await stage.page.goto('about:blank');
      await refuseConsent(stage);
      await stage.visit();
      await stage.openChat();
      await expect(stage.dialog.getByRole('button', { name: 'Submit my details' })).toBeVisible();
      await expect(stage.log).toContainText('What can we do for you?');
    },
  },
  {
    name: 'Saved for later',
    part: 'lead without a chat',
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
    part: 'call',
    async reach(stage) {
      await stage.visit();
      await stage.call('update', { form: 'callback' });
      await stage.openChat();
      await stage.fillLead();
      await expect(stage.dialog.getByRole('button', { name: 'Call me now' })).toBeVisible();
    },
  },
  {
    name: 'Call-back outside of its hours',
    part: 'call',
    async reach(stage) {
      await stage.visit();
      await stage.call('update', { form: 'saturdays' });
      await stage.openChat();
      await stage.fillForm({ firstName: 'Ada', phone: '(415) 555-2671', email: 'ada@example.com' });
      await expect(stage.dialog.getByText('We call Sat')).toBeVisible();
    },
  },
  {
    name: 'Call-back requested',
    part: 'call',
    async reach(stage) {
      // A call of the sandbox ends within seconds. Without news of it, the page shows how it began.
      await stage.page.route('**/calls/*', (route) => route.abort());
      await stage.visit();
      await stage.call('update', { form: 'callback' });
      await stage.openChat();
      await stage.fillForm({ firstName: 'Ada', phone: nextPhone() });
      await stage.dialog.getByRole('button', { name: 'Call me now' }).click();
      await expect(stage.log).toContainText('Hi Ada!');
      await expect(stage.dialog).toContainText(/We'll call you shortly|We're calling you now/);
    },
  },
  {
    name: 'Times for a call',
    part: 'planned call',
    async reach(stage) {
      await stage.visit();
      await stage.call('update', { form: 'callback' });
      await stage.openChat();
      await stage.fillForm({ firstName: 'Ada', phone: nextPhone() });
      await stage.dialog.getByRole('button', { name: 'Call me later' }).click();
      await expect(stage.dialog.getByRole('region', { name: 'When should we call you?' })).toBeVisible();
      await expect(stage.log).toContainText('Hi Ada!');
    },
  },
  {
    name: 'Planned call',
    part: 'planned call',
    async reach(stage) {
      await planCall(stage);
      await expect(stage.log).toContainText('Hi Ada!');
    },
  },
  {
    name: 'Planned call that could not be cancelled',
    part: 'planned call',
    async reach(stage) {
      await stage.page.route('**/calls/*', (route) => route.abort());
      await planCall(stage);
      await stage.dialog.getByRole('button', { name: 'Cancel call' }).click();
      await expect(stage.dialog.getByText("We couldn't cancel the call")).toBeVisible();
      await expect(stage.log).toContainText('Hi Ada!');
    },
  },
  {
    name: 'Form outside the hours, leads only',
    part: 'lead without a chat',
    async reach(stage) {
      await stage.visit('/', saturday);
      await stage.call('update', { hours: openingHours, away: 'lead-only' });
      await stage.openChat();
      await expect(stage.dialog.getByRole('button', { name: 'Send' })).toBeVisible();
      await expect(stage.dialog.getByText('Back Monday')).toBeVisible();
    },
  },
  {
    name: 'Thanks without a chat',
    part: 'lead without a chat',
    async reach(stage) {
      await stage.visit('/', saturday);
      await stage.call('update', { form: 'callback', hours: openingHours, away: 'lead-only' });
      await stage.openChat();
      await stage.fillForm({ firstName: 'Ada', phone: nextPhone() });
      await stage.dialog.getByRole('button', { name: 'Send' }).click();
      await expect(stage.dialog.getByText("We'll be in touch shortly.")).toBeVisible();
    },
  },
  {
    name: 'Thanks, the lead still waits',
    part: 'lead without a chat',
    async reach(stage) {
      await stage.page.route('**/leads', (route) => route.abort());
      await stage.visit();
      await stage.call('update', { afterLead: 'thanks' });
      await stage.openChat();
      await stage.fillForm({ firstName: 'Ada', phone: '(415) 555-2672' });
      await stage.dialog.getByRole('button', { name: 'Send' }).click();
      await expect(stage.dialog.getByText("Saved. We'll send it")).toBeVisible();
    },
  },
  {
    name: 'Loading',
    part: 'loading',
    async reach(stage) {
      await stage.page.route('**/config*', () => {});
      await stage.visit();
      await stage.call('update', { form: 'complete' });
      await stage.openChat();
      await expect(stage.dialog.getByText('Connecting…')).toBeAttached();
    },
  },
  {
    name: 'Not available',
    part: 'loading',
    async reach(stage) {
      await stage.page.route('**/config*', (route) => route.abort());
      await stage.visit();
      await stage.call('update', { form: 'nowhere' });
      await stage.openChat();
      await expect(stage.dialog.getByText("isn't available right now")).toBeVisible();
    },
  },
];

/** As large as those of the real providers. */
const captchaBox =
  `<label style="box-sizing: border-box; display: flex; align-items: center; gap: 12px; width: 300px; height: 65px;
  padding: 0 14px; border: 1px solid #e0e0e0; background: #fafafa; color: #232323; font: 14px system-ui"
  ><input type="checkbox" style="width: 24px; height: 24px">I am human</label>`.replaceAll('\n', '');

/** A captcha that the visitor has to solve. */
async function addCaptcha({ page }: Stage): Promise<void> {
  const scriptUrl = 'https://captcha.example/api.js';
  await page.route('**/config?*', async (route) => {
    const response = await fetchFor(route);
    const captcha = { provider: 'turnstile', siteKey: 'site-key', scriptUrl };
    await route.fulfill({ response, json: { ...(await response.json()), captcha } });
  });
  await page.route(`${scriptUrl}*`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.turnstile = {
        render(container, parameters) {
          container.innerHTML = '${captchaBox}';
          parameters['before-interactive-callback']();
          return 1;
        },
        reset() {},
        remove() {},
      };
      window[new URL(document.currentScript.src).searchParams.get('onload')]();`,
    }),
  );
}

/** The page has loaded the configuration before the consent got its current text. */
async function changeConsent({ page }: Stage): Promise<void> {
  let isChanged = false;
  await page.route('**/config?form=complete', async (route) => {
    const response = await fetchFor(route);
    const config = await response.json();
    if (!isChanged) config.form.consent = { text: 'I agree to be contacted.', version: '2026-10', required: true };
    isChanged = true;
    await route.fulfill({ response, json: config });
  });
}

async function fillCompleteForm(stage: Stage): Promise<void> {
  await stage.visit();
  await stage.call('update', { form: 'complete' });
  await stage.openChat();
  await stage.fillForm({ firstName: 'Ada', phone: '(415) 555-2671', email: 'ada@example.com' });
  await stage.dialog.getByLabel('What is it about?').selectOption('checkup');
  await stage.dialog.getByLabel('I agree to be contacted').check();
}

async function refuseConsent({ page }: Stage): Promise<void> {
  const issues = [{ path: 'consent.version', message: 'is no longer the version of this form' }];
  await page.route('**/leads', (route) =>
    route.fulfill({
      status: 400,
      headers: { 'access-control-allow-origin': '*' },
      json: { status: 'failed', code: 'bad-request', message: 'The request is not valid.', issues },
    }),
  );
}

async function planCall(stage: Stage): Promise<void> {
  // The page's fixed clock shows a different day than the proxy's, so the proxy would refuse the time.
  await stage.page.route('**/calls', (route) =>
    route.fulfill({
      status: 202,
      headers: { 'access-control-allow-origin': '*' },
      json: { status: 'accepted', call: 'e1000000-0000-4000-8000-000000000001', state: 'planned' },
    }),
  );
  await stage.visit();
  await stage.call('update', { form: 'callback' });
  await stage.openChat();
  await stage.fillForm({ firstName: 'Ada', phone: nextPhone() });
  await stage.dialog.getByRole('button', { name: 'Call me later' }).click();
  await stage.dialog.getByRole('button', { name: 'Schedule call' }).click();
  await expect(stage.dialog.getByRole('button', { name: 'Cancel call' })).toBeVisible();
}
