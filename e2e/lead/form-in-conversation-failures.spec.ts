import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn({ config: { widget: { title: 'Northlight Dental', leadForm: 'later' } } });

async function fillLead(visitor: Visitor, phone: string): Promise<void> {
  await visitor.openChat();
  await visitor.say('Hello');
  await visitor.page.evaluate(() => Object(window).LeadChat.showForm());
  await visitor.fillForm({ phone });
}

async function submit(visitor: Visitor): Promise<void> {
  await visitor.dialog.getByRole('button', { name: 'Submit my details' }).click();
}

test('while the proxy is down the lead waits in the browser, the chat goes on, and the lead arrives later', async ({
  page,
  site,
  faults,
}) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  const visitor = new Visitor(page);
  await fillLead(visitor, '(415) 555-2681');
  await page.route('**/leads', (route) => route.abort());
  await submit(visitor);
  await expect(visitor.dialog.getByText("Saved. We'll send it as soon as the connection is back.")).toBeVisible();
  await expect(visitor.phone).toHaveCount(0);
  await visitor.say('Still here?');
  await page.unroute('**/leads');
  await page.reload();
  await visitor.openChat();
  await expect(visitor.log).toContainText('Still here?');
  await expect(visitor.log.getByText('Thank you!')).toBeVisible();
  await expect.poll(site.phones).toContain('14155552681');
  expect(faults.splice(0).every((fault) => fault.includes('net::ERR_FAILED'))).toBe(true);
});

test('a refused lead keeps the form with its values, and the chat', async ({ page, site, faults }) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  const visitor = new Visitor(page);
  const problems: unknown[] = [];
  await page.exposeFunction('tell', (detail: unknown) => problems.push(detail));
  await fillLead(visitor, '(415) 555-2682');
  await page.evaluate(() => {
    const { LeadChat, tell } = Object(window);
    LeadChat.on('form:problem', tell);
  });
  await page.route('**/leads', (route) =>
    route.fulfill({
      status: 400,
      headers: { 'access-control-allow-origin': '*' },
      json: {
        status: 'failed',
        code: 'bad-request',
        message: 'see issues',
        issues: [{ path: 'fields.phone', message: 'is not in use' }],
      },
    }),
  );
  await submit(visitor);
  await expect(visitor.phone).toHaveAccessibleDescription(/.+/);
  await expect(visitor.phone).toHaveValue('(415) 555-2682');
  await expect.poll(() => problems).toEqual([{ form: 'default', fields: ['phone'] }]);
  await visitor.say('Anyway');
  await page.unroute('**/leads');
  await visitor.phone.fill('(415) 555-2683');
  await submit(visitor);
  await expect(visitor.log.getByText('Thank you!')).toBeVisible();
  await expect.poll(site.phones).toContain('14155552683');
  expect(faults.splice(0)).toHaveLength(1);
});

test('analytics gets the steps of the form, without what was typed', async ({ page, site }) => {
  await page.goto(site.put('/', hostPage({ head: `<script>window.dataLayer = []</script>${tagOf(site)}` })));
  const visitor = new Visitor(page);
  await fillLead(visitor, '(415) 555-26');
  await submit(visitor);
  await visitor.dialog.getByRole('button', { name: 'Not now' }).click();
  const ofForm = async () => {
    const pushed = await page.evaluate(() => Object(window).dataLayer);
    return pushed.filter(({ event }: { event: string }) => event.startsWith('form_'));
  };
  await expect.poll(ofForm).toEqual([
    { event: 'form_start', leadchat_form: 'default' },
    { event: 'form_problem', leadchat_form: 'default', leadchat_fields: 'phone' },
    { event: 'form_skip', leadchat_form: 'default' },
  ]);
});
