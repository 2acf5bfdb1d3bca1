import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from 'playwright/test';
import { noViolations, violationsInBothSchemes } from '../support/axe.ts';
import { expect, test } from '../support/stack.ts';
import { operatorToken, type Stack, startStack } from '../support/start-stack.ts';
import { Visitor } from '../support/visitor.ts';

/** A stand-in for Slack on this machine, with the titles of the messages that it has got. */
async function startSlack() {
  const messages: string[] = [];
  const server = createServer(async (request, response) => {
    const body: unknown = JSON.parse(Buffer.concat(await request.toArray()).toString());
    messages.push(typeof body === 'object' && body !== null && 'text' in body ? String(body.text) : '');
    response.end('ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const stop = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/services/T0/B0/canary`, messages, stop };
}

async function openPage(page: Page, stack: Stack): Promise<void> {
  await page.goto(`${stack.proxy.url}/admin#/settings/messages`);
  await page.getByLabel('Your token').fill(operatorToken);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Messages to your team' })).toBeVisible();
}

test('an owner adds Slack with the keyboard, sends a test, and the next lead is told there', async ({ page }) => {
  const slack = await startSlack();
  const secretKey = Buffer.alloc(32, 'k').toString('base64');
  const { stack, stop } = await startStack({ more: { secretKey } });
  try {
    await openPage(page, stack);
    const settings = page.getByRole('region', { name: 'Settings', exact: true });
    await settings.getByRole('button', { name: 'Slack' }).focus();
    await page.keyboard.press('Enter');
    const form = settings.getByRole('form', { name: 'Add Slack' });
    await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
    await form.getByLabel('Name', { exact: true }).fill('Sales on Slack');
    // What is wrong stands at its control, which gets the focus.
    await form.getByLabel('Address').fill('hooks.slack.com/services');
    await page.keyboard.press('Enter');
    await expect(form.getByRole('alert')).toHaveText('Paste the whole address. It begins with https://.');
    await expect(form.getByLabel('Address')).toBeFocused();
    expect(await violationsInBothSchemes(page)).toEqual(noViolations);
    await form.getByLabel('Address').fill(slack.url);
    await form.getByRole('checkbox', { name: 'A call is planned' }).uncheck();
    await page.keyboard.press('Enter');
    const receiver = settings.getByRole('article', { name: 'Sales on Slack' });
    await expect(receiver).toContainText(`Slack · ${new URL(slack.url).host}`);
    await expect(receiver).toContainText('Told when a new lead comes in');
    await receiver.getByRole('button', { name: 'Send a test to Sales on Slack' }).click();
    await expect(receiver.getByRole('status')).toHaveText('Arrived (200)');
    expect(slack.messages).toEqual(['New lead: Test from leadchat']);
    // Nothing that was entered comes back.
    await page.reload();
    await expect(receiver).toBeVisible();
    expect(await page.content()).not.toContain('canary');

    // What somebody is entering is still there after a look at another place.
    await receiver.getByRole('button', { name: 'Change Sales on Slack' }).click();
    const change = settings.getByRole('form', { name: 'Change Sales on Slack' });
    await change.getByRole('checkbox', { name: 'A call has ended' }).check();
    await settings.getByRole('link', { name: 'Look' }).click();
    await settings.getByRole('link', { name: 'Messages to your team' }).click();
    await expect(change.getByRole('checkbox', { name: 'A call has ended' })).toBeChecked();
    await change.getByLabel('Name', { exact: true }).fill('Sales team');
    await change.getByRole('button', { name: 'Save' }).click();
    const renamed = settings.getByRole('article', { name: 'Sales team' });
    await expect(renamed).toContainText('a call has ended');
    await expect(receiver).toHaveCount(0);

    const site = await page.context().newPage();
    await site.goto(stack.site);
    await new Visitor(site).leaveLead({ phone: '(415) 555-2694', firstName: 'Hedy' });
    await expect.poll(() => slack.messages.at(-1)).toBe('New lead: Hedy');
  } finally {
    await stop();
    await slack.stop();
  }
});
