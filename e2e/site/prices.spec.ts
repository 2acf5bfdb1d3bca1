import { pressUntilShown } from '../support/press-until-shown.ts';
import { servedTest as test } from '../support/served-test.ts';
import { expect } from '../support/stack.ts';

test('the prices have a chat of their own: an answer adds a question and takes another route, and paying has none', async ({
  page,
  demo,
}) => {
  // The greeting gives way to the agent's first message, which waits here until the greeting has been seen.
  const { promise: greetingSeen, resolve: letAgentSpeak } = Promise.withResolvers<void>();
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => void greetingSeen.then(() => socket.send(message)));
  });
  await page.goto(demo.site);
  await page.getByRole('navigation', { name: 'Northlight Dental' }).getByRole('link', { name: 'Prices' }).click();
  const launcher = page.getByRole('button', { name: 'A question about prices? Open chat' });
  await launcher.click();
  const dialog = page.getByRole('dialog', { name: 'Northlight Dental' });
  const log = dialog.getByRole('log');
  await expect(log).toContainText('Which treatment may we price for you?');
  letAgentSpeak();
  await dialog.getByRole('button', { name: 'What does a filling cost?' }).click();
  // The form comes after the first answer.
  const question = dialog.getByRole('radiogroup', { name: 'What is it about?' });
  await question.getByRole('radio', { name: 'A filling or crown' }).check();
  const since = dialog.getByLabel('Since when does it hurt?');
  await expect(since).toHaveCount(0);
  await question.getByRole('radio', { name: 'Something hurts' }).check();
  await since.fill('This morning');
  // Enter is "Next".
  await since.press('Enter');
  const time = dialog.getByRole('group', { name: 'Step 2 of 3 Your time' });
  await time.getByRole('checkbox', { name: 'Tuesday' }).check();
  await time.getByRole('checkbox', { name: 'Monday' }).check();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByLabel('Phone').pressSequentially('4155552609');

  // The links between these pages load no page.
  await page.evaluate(() => {
    Object(window).isSamePage = true;
  });
  await page.getByRole('main').getByRole('link', { name: 'Pay a bill' }).click();
  await expect(page.getByRole('heading', { name: 'Pay a bill' })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.locator('button.launcher')).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'What it costs' })).toBeVisible();
  await expect(dialog.getByLabel('Phone')).toHaveValue('(415) 555-2609');
  expect(await page.evaluate(() => Object(window).isSamePage)).toBe(true);

  await dialog.getByRole('button', { name: 'Submit my details' }).click();
  await expect(log.getByText('Thank you!')).toBeVisible();
  const enrolment = async () => {
    const state = await (await fetch(`${demo.sandbox}/sandbox/state`)).json();
    const lead = state.leads.find(({ phone }: { phone: string }) => phone === '14155552609');
    return state.enrolments.find(({ lead_id }: { lead_id: string }) => lead_id === lead?.lead_id);
  };
  await expect.poll(enrolment).toMatchObject({
    workflow_id: 'a2000000-0000-4000-8000-000000000002',
    record: { treatment: 'pain', since: 'This morning', days: 'mon, tue' },
  });

  await page.goto(`${demo.proxy}/admin`);
  await page.getByLabel('Your token').fill('operator-of-the-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const delivered = page.getByRole('navigation', { name: 'Leads by state' }).getByRole('button', { name: 'Sent' });
  // The demo is shared with other journeys. The newest lead comes first.
  const inList = page.getByRole('list', { name: 'Leads' }).getByRole('button', { name: /Sent/ }).first();
  await pressUntilShown(delivered, inList);
  await inList.click();
  await expect(page.getByRole('region', { name: /^Lead / })).toContainText('emergency');
});
