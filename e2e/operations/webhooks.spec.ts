import { startWebhookReceiver } from '../../src/cli/index.ts';
import { pressUntilShown } from '../support/press-until-shown.ts';
import { expect, test } from '../support/stack.ts';
import { operatorToken, startStack } from '../support/start-stack.ts';
import { Visitor } from '../support/visitor.ts';

test("a site's server gets signed webhooks of a lead, and an administrator replays one", async ({ page }) => {
  const secret = `whsec_${btoa('a secret of thirty-two bytes ...')}`;
  const receiver = await startWebhookReceiver(secret);
  const { stack, stop } = await startStack({ more: { webhooks: [{ url: receiver.url, secret }] } });
  try {
    const visitor = new Visitor(page);
    await page.goto(stack.site);
    await visitor.leaveLead({ phone: '(415) 555-2694', firstName: 'Hedy' });

    // The receiver lists only webhooks with a valid signature.
    await page.goto(receiver.url);
    await expect(page.getByRole('listitem')).toHaveCount(2);
    await expect(page.getByRole('listitem').first()).toContainText('lead.delivered');
    await expect(page.getByRole('listitem').last()).toContainText('lead.accepted');
    await expect(page.getByRole('listitem').last()).toContainText('"first_name": "Hedy"');

    await page.goto(`${stack.proxy.url}/admin`);
    await page.getByLabel('Your token').fill(operatorToken);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: /^Team messages/ }).click();
    const webhooks = page.getByRole('region', { name: 'Team messages' });
    const delivered = webhooks.getByRole('button', { name: /^Sent ?2$/ });
    // The receiver lists a webhook before the proxy has recorded its response.
    await pressUntilShown(page.getByRole('button', { name: 'Refresh' }), delivered);
    await delivered.click();
    const accepted = webhooks.getByRole('listitem').filter({ hasText: 'New lead' });
    await expect(accepted).toContainText('Hedy');
    await accepted.getByRole('button', { name: 'Send again: New lead' }).click();
    await expect(page.getByRole('status').first()).toHaveText('The message is being sent again.');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(delivered).toBeVisible();
  } finally {
    await stop();
    await receiver.stop();
  }
});
