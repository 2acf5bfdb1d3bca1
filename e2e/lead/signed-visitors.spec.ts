import type { Page } from 'playwright/test';
import { sampleOf } from '../../test/support/sample.ts';
import { identitySecret, signToken } from '../../test/support/sign-token.ts';
import type { HostSite } from '../support/host-site.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn({
  config: {
    identity: { secret: identitySecret },
    forms: {
      default: { defaultCountry: 'US', attributes: ['plan'] },
      consent: { defaultCountry: 'US', consent: { text: 'May we call you?', version: 'v1' } },
    },
  },
});

async function visit(page: Page, site: HostSite, userToken: string, options: Record<string, string> = {}) {
  const script = `<script>addEventListener('leadchat:error', ({ detail }) => (window.errors ??= []).push(detail))</script>`;
  await page.goto(site.put('/', hostPage({ head: script + tagOf(site, { userToken, ...options }) })));
  return new Visitor(page);
}

const errorsOf = (page: Page): Promise<{ code: string; message: string }[]> =>
  page.evaluate(() => Object(window).errors ?? []);

const leadOf = (site: HostSite, phone: string) => async () =>
  (await site.state()).leads.find((lead) => lead.phone === phone);

test('a token with all required fields starts the chat without the form', async ({ page, site }) => {
  const claims = { phone: '+14155552601', first_name: 'Ada', attributes: { plan: 'pro' } };
  const visitor = await visit(page, site, signToken(claims));
  const identity = page.waitForResponse('**/identity');
  const leads: string[] = [];
  page.on('request', (request) => request.url().endsWith('/leads') && leads.push(request.url()));
  await page.getByRole('button', { name: 'Open chat' }).hover();
  expect((await identity).status()).toBe(200);
  // A visitor who only hovers over the launcher must not leave a lead.
  expect(leads).toEqual([]);
  await visitor.openChat();
  await expect(visitor.log).toContainText('Ada');
  await expect(visitor.phone).toHaveCount(0);
  await expect
    .poll(leadOf(site, '14155552601'))
    .toMatchObject({ first_name: 'Ada', plan: 'pro', verified_fields: 'phone,first_name,plan' });
  expect(leads).toHaveLength(1);
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toContain(signToken(claims).split('.')[1]);

  await page.reload();
  await visitor.openChat();
  await expect(visitor.log).toContainText('Ada');
  expect(leads).toHaveLength(1);
});

test('a token fills fields that the visitor cannot change; the others, and consent, are asked for', async ({
  page,
  site,
}) => {
  const visitor = await visit(page, site, signToken({ phone: '+14155552602', email: 'ada@example.com' }), {
    form: 'consent',
  });
  await visitor.openChat();
  await expect(visitor.phone).toHaveValue('+1 415 555 2602');
  // What the site has signed leaves nothing to type.
  await expect(visitor.dialog.getByLabel('First name')).toBeFocused();
  await expect(visitor.phone).toHaveAttribute('readonly');
  await expect(visitor.dialog.getByLabel('Email')).toHaveAttribute('readonly');
  await visitor.dialog.getByLabel('First name').fill('Ada');
  await visitor.startChat();
  await expect(visitor.dialog.getByText('Please agree so that we can contact you.')).toBeVisible();
  await visitor.dialog.getByLabel('May we call you?').check();
  await visitor.startChat();
  await expect(visitor.log).toBeVisible();
  await expect.poll(leadOf(site, '14155552602')).toMatchObject({
    first_name: 'Ada',
    verified_fields: 'phone,email',
    consent_version: 'v1',
    consent_locale: 'en',
  });
});

const badTokens = [
  ['expired', '4155552611', signToken({ phone: '+14155559999', exp: Math.floor(Date.now() / 1000) - 60 })],
  ['forged', '4155552612', signToken({ phone: '+14155559999' }, { secret: 'a-secret-that-somebody-else-has-made' })],
  ['oversized', '4155552613', signToken({ phone: '+14155559999', filler: 'x'.repeat(20_000) })],
  ['unsigned', '4155552614', `${btoa('{"alg":"none"}')}.${signToken({ phone: '+14155559999' }).split('.')[1]}.`],
] as const;

// test/proxy/intake/user-token.test.ts reads more of them.
for (const [name, phone, token] of sampleOf(badTokens, 2)) {
  test(`a token that is ${name} is ignored and reported, and the typed lead goes through`, async ({
    page,
    site,
    faults,
  }) => {
    const visitor = await visit(page, site, token);
    await visitor.openChat();
    await expect(visitor.phone).toHaveValue('');
    await visitor.fillForm({ phone, firstName: name });
    await visitor.startChat();
    await expect(visitor.log).toBeVisible();
    await expect.poll(leadOf(site, `1${phone}`)).toMatchObject({ first_name: name });
    expect(await site.phones()).not.toContain('14155559999');
    expect(await errorsOf(page)).toEqual([{ code: 'bad-user-token', message: expect.stringMatching(/^userToken /) }]);
    expect(faults.splice(0).join()).not.toContain(token);
  });
}

test("another token replaces the first one's values, and reset() removes them", async ({ page, site }) => {
  const visitor = await visit(page, site, signToken({ phone: '+14155552604', first_name: 'Ada' }), { form: 'consent' });
  const call = (method: string, ...values: unknown[]) =>
    page.evaluate(([name, list]) => Object(window).LeadChat[name](...list), [method, values] as const);
  await visitor.openChat();
  await expect(visitor.phone).toHaveValue('+1 415 555 2604');
  await call('update', { userToken: signToken({ phone: '+14155552605' }) });
  await expect(visitor.phone).toHaveValue('+1 415 555 2605');
  await expect(visitor.dialog.getByLabel('First name')).toHaveValue('');
  await call('reset');
  await expect(visitor.phone).toHaveValue('');
  await expect(visitor.phone).not.toHaveAttribute('readonly');
  await call('update', { userToken: signToken({ phone: '+14155552606' }) });
  await expect(visitor.phone).toHaveValue('+1 415 555 2606');
});

/** A page whose own function gets the token: `answer` is the code of what it returns. */
async function visitWithFunction(page: Page, site: HostSite, answer: string) {
  const script = `<script>
    addEventListener('leadchat:error', ({ detail }) => (window.errors ??= []).push(detail));
    window.asked = 0;
    window.getToken = () => { asked++; return ${answer}; };
  </script>`;
  await page.goto(site.put('/', hostPage({ head: script + tagOf(site) })));
  await page.evaluate(() => Object(window).LeadChat('update', { userToken: Object(window).getToken }));
  return new Visitor(page);
}
const askedOf = (page: Page): Promise<number> => page.evaluate(() => Object(window).asked);

test('a function is asked for the token when the visitor opens the chat, and not before', async ({ page, site }) => {
  const token = signToken({ phone: '+14155552631', first_name: 'Ada' });
  const visitor = await visitWithFunction(page, site, `Promise.resolve('${token}')`);
  expect(await askedOf(page)).toBe(0);
  await visitor.openChat();
  await expect(visitor.log).toContainText('Ada');
  await expect.poll(leadOf(site, '14155552631')).toMatchObject({ verified_fields: 'phone,first_name' });
  expect(await askedOf(page)).toBe(1);
  expect(await errorsOf(page)).toEqual([]);
});

const badFunctions = [
  ['throws', '(() => { throw new Error("Ada") })()'],
  ['rejects', 'Promise.reject(new Error("Ada"))'],
  ['returns nothing', 'undefined'],
  ['hangs', 'new Promise(() => {})'],
] as const;

// test/core/leads/signed-visitor.test.ts has more of them.
for (const [title, answer] of sampleOf(badFunctions, 2)) {
  test(`the form is there if the function ${title}, and an event says so once`, async ({ page, site, faults }) => {
    await page.clock.install();
    const visitor = await visitWithFunction(page, site, answer);
    await visitor.openChat();
    await visitor.fillForm({ phone: '4155552632', firstName: title });
    // The longest time that the form waits for it.
    await page.clock.runFor(10_000);
    await expect.poll(() => errorsOf(page)).toHaveLength(1);
    expect(await errorsOf(page)).toEqual([
      { code: 'bad-user-token', message: expect.stringMatching(/^userToken\(\) /) },
    ]);
    expect(JSON.stringify(await errorsOf(page))).not.toContain('Ada');
    await visitor.startChat();
    await expect(visitor.log).toBeVisible();
    expect(await askedOf(page)).toBe(1);
    faults.splice(0);
  });
}

test('a function is asked again when its token has expired while the visitor was typing', async ({ page, site }) => {
  const inSeconds = (seconds: number) =>
    signToken({ phone: '+14155552633', exp: Math.floor(Date.now() / 1000) + seconds });
  const visitor = await visitWithFunction(page, site, `asked === 1 ? '${inSeconds(600)}' : '${inSeconds(1_200)}'`);
  await page.evaluate(() => Object(window).LeadChat('update', { form: 'consent' }));
  await visitor.openChat();
  await expect(visitor.phone).toHaveValue('+1 415 555 2633');
  await visitor.dialog.getByLabel('First name').fill('Ada');
  await visitor.dialog.getByLabel('May we call you?').check();
  await page.clock.setSystemTime(Date.now() + 660_000);
  await visitor.startChat();
  await expect(visitor.log).toBeVisible();
  await expect.poll(leadOf(site, '14155552633')).toMatchObject({ first_name: 'Ada', verified_fields: 'phone' });
  expect(await askedOf(page)).toBe(2);
});

test('nothing is asked and nothing is sent after reset() and destroy()', async ({ page, site }) => {
  const token = signToken({ phone: '+14155552634' });
  const visitor = await visitWithFunction(
    page,
    site,
    `new Promise((resolve) => (window.give = () => resolve('${token}')))`,
  );
  const requests: string[] = [];
  page.on('request', (request) => /\/(?:identity|leads)$/.test(request.url()) && requests.push(request.url()));
  const call = (name: string) => page.evaluate((method) => Object(window).LeadChat[method](), name);
  await visitor.openChat();
  await expect.poll(() => askedOf(page)).toBe(1);
  await call('reset');
  await page.evaluate(() => Object(window).give());
  await expect(visitor.phone).toHaveValue('');
  await expect(visitor.phone).not.toHaveAttribute('readonly');
  await call('destroy');
  await page.evaluate(() => Object(window).LeadChat('update', { userToken: Object(window).getToken }));
  expect(await askedOf(page)).toBe(1);
  expect(requests).toEqual([]);
});

test('the queued lead of a signed visitor survives the expiry of its token', async ({ page, site, faults }) => {
  const claims = { phone: '+14155552607', first_name: 'Ada' };
  const exp = Math.floor(Date.now() / 1000) + 600;
  const visitor = await visit(page, site, signToken({ ...claims, exp }));
  const expired = signToken({ ...claims, exp: exp - 660 });
  let isDown = true;
  await page.route('**/leads', async (route) => {
    if (isDown) return route.abort();
    const body = route.request().postDataJSON();
    const aged = body.userToken === undefined ? body : { ...body, userToken: expired };
    await route.continue({ postData: JSON.stringify(aged) });
  });
  await visitor.openChat();
  await expect(visitor.dialog).toContainText("Saved. We'll send it as soon as the connection is back.");
  // Eleven minutes later, for the browser and for the proxy.
  await page.clock.setSystemTime((exp + 60) * 1000);
  isDown = false;
  await page.goto(site.put('/later', hostPage({ head: tagOf(site) })));
  await expect.poll(leadOf(site, '14155552607')).toMatchObject({ first_name: 'Ada' });
  expect(await leadOf(site, '14155552607')()).not.toHaveProperty('verified_fields');
  faults.splice(0);
});

// Cause: only a refusal of the proxy brought the form back, so a value that the browser refuses left placeholders for ever.
test('a signed visitor for whom the page sets an invalid email sees the form with what is wrong', async ({
  page,
  site,
}) => {
  const visitor = await visit(page, site, signToken({ phone: '+14155552608', first_name: 'Ada' }));
  await page.evaluate(() => Object(window).LeadChat('prefill', { email: 'ada@' }));
  await visitor.openChat();
  const email = visitor.dialog.getByLabel('Email');
  await expect(email).toHaveAccessibleDescription(/^This doesn't look like an email address/);
  await expect(visitor.phone).toHaveAttribute('readonly');
  await email.fill('ada@example.com');
  await visitor.startChat();
  await expect(visitor.log).toContainText('Ada');
  await expect.poll(leadOf(site, '14155552608')).toMatchObject({
    email: 'ada@example.com',
    verified_fields: 'phone,first_name',
  });
});
