import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { texts as en } from '../../src/i18n/locales/en.ts';
import { attributeKinds } from '../../src/options/index.ts';
import { frameOf, noReach, reachOfScript } from '../support/reach-of-script.ts';
import { expect, test } from '../support/stack.ts';

test('every option has a control with its name, and every text one with its words', async ({ page, stack }) => {
  await page.goto(`${stack.site}/configurator`);
  const form = await openAllOptions(page);
  for (const name of Object.keys(attributeKinds)) {
    const control = form.getByLabel(name, { exact: true }).or(form.getByRole('group', { name, exact: true }));
    await expect(control.first(), name).toBeVisible();
  }
  const keys = page.getByRole('combobox', { name: 'Which of the texts' });
  await expect(keys.getByRole('option')).toHaveCount(Object.keys(en).length + 1);
  await keys.selectOption({ label: 'Start chat (startChat)' });
  await page.getByRole('button', { name: 'Add to texts' }).click();
  await page.getByRole('textbox', { name: 'startChat' }).fill('Ask us');
  await expect(page.frameLocator('iframe').getByRole('button', { name: 'Ask us' })).toBeVisible();
});

test('choices appear in the URL, the preview and the code', async ({ page, stack }) => {
  await page.goto(`${stack.site}/configurator`);
  await page.getByLabel('Title', { exact: true }).fill('Ask Mia');
  await page.getByRole('region', { name: 'Preview' }).getByRole('radio', { name: 'Phone' }).check();
  await page.getByLabel('Words on the button', { exact: true }).fill('Questions?');

  const preview = page.frameLocator('iframe');
  await expect(preview.getByRole('dialog', { name: 'Ask Mia' })).toBeVisible();
  await expect(preview.getByLabel('Phone')).toBeVisible();
  await expect(page.getByLabel('Words on the button', { exact: true })).toBeFocused();
  await page.getByRole('combobox', { name: 'Language of the preview' }).selectOption('de');
  await expect(preview.getByRole('button', { name: 'Chat starten' })).toBeVisible();

  const expected = { title: 'Ask Mia', launcherText: 'Questions?' };
  const { hash } = new URL(page.url());
  expect(JSON.parse(new URLSearchParams(hash.slice(1)).get('options') ?? '')).toEqual(expected);
  await page.reload();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Ask Mia');
  await expect(code(page)).toContainText('data-title="Ask Mia"');
});

test('the pages are those of the dashboard, and their links and forms stay in the link', async ({ page, stack }) => {
  await page.goto(`${stack.site}/configurator`);
  const pages = page.getByRole('navigation', { name: 'Settings pages' });
  const open = (name: string) => pages.getByRole('link', { name, exact: true }).click();
  const titles = ['Words', 'Look', 'Opening hours', 'Forms', 'Routes', 'When it appears', 'Experiments', 'All options'];
  await expect(pages.getByRole('link')).toHaveText(titles);
  await page.getByRole('combobox', { name: 'Add a language' }).selectOption('de');
  await page.getByLabel('Title, Deutsch', { exact: true }).fill('Frag Mia');
  await open('Look');
  await page.getByRole('button', { name: 'Color #15803d' }).click();
  await open('Experiments');
  await page.getByRole('link', { name: 'When it appears' }).last().click();
  await expect(page.getByRole('heading', { name: 'When it appears' })).toBeVisible();
  await open('Forms');
  await page.getByRole('button', { name: 'Add a form' }).click();
  await page.getByLabel('Name of the new form').fill('prices');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('form', { name: 'Form prices' })).toBeVisible();
  await expect.poll(() => partOf(page, 'forms')).toEqual({ prices: {} });
  expect(partOf(page, 'options')).toEqual({ title: { de: 'Frag Mia' }, color: '#15803d' });
  await page.reload();
  await open('Forms');
  await expect(page.getByRole('navigation', { name: 'Forms' }).getByRole('link')).toHaveText(['default', 'prices']);
  await page.getByRole('tab', { name: 'Proxy configuration' }).click();
  expect(JSON.parse(await code(page).innerText())).toMatchObject({
    forms: { default: {}, prices: {} },
    widget: { title: { de: 'Frag Mia' }, color: '#15803d' },
  });
});

test("an invalid value shows the widget's own message, and the preview shows a changed form", async ({
  page,
  stack,
}) => {
  const fields = [
    { name: 'phone', type: 'tel' },
    { name: 'pet', label: 'Name of your pet' },
  ];
  const form = { fields, consent: { text: 'Call me.', version: '1' } };
  const own = `#${new URLSearchParams({ options: JSON.stringify({ avatar: 'me.png' }), form: JSON.stringify(form) })}`;
  await page.goto(`${stack.site}/configurator${own}`);
  await openAllOptions(page);
  await expect(problemsIn(page)).toHaveText('Must be an absolute https:// URL.');
  await expect(page.getByLabel('avatar', { exact: true })).toHaveAccessibleDescription(
    'Must be an absolute https:// URL.',
  );
  await expect(page.frameLocator('iframe').getByLabel('Name of your pet')).toBeVisible();
  await expect(page.frameLocator('iframe').getByRole('checkbox', { name: 'Call me.' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Code' })).toContainText('does not take the value of avatar');
  await page.getByLabel('title', { exact: true }).fill('x'.repeat(400));
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(problemsIn(page).first()).toContainText('at most 80 characters');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test("a form on the proxy is checked by the proxy's rules, previewed, and written as its configuration", async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.site}/configurator`);
  const form = await openAllOptions(page);
  const alert = problemsIn(form);
  await form.getByRole('button', { name: 'Add to fields' }).click();
  const field = form.getByRole('group', { name: 'fields 1', exact: true });
  const name = field.getByLabel('name', { exact: true });
  const listId = await name.getAttribute('list');
  expect(
    await page.locator(`[id="${listId}"] option`).evaluateAll((all) => all.map((o) => o.getAttribute('value'))),
  ).toEqual(['phone', 'first_name', 'last_name', 'email', 'company']);
  const checked = page.waitForResponse('**/demo/form-check');
  await field.getByLabel('label', { exact: true }).fill('Name of your pet');
  await checked;
  await expect(alert).toHaveCount(0);
  await name.fill('Pet');
  await name.blur();
  await expect(alert).toContainText('Must be a name of lower-case letters');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await name.fill('pet');
  await expect(alert).toHaveCount(0);

  await form.getByRole('button', { name: 'Add to tags' }).click();
  await form.getByLabel('tags 1', { exact: true }).fill('website');
  const callback = form.getByRole('group', { name: 'callback', exact: true });
  await callback.getByLabel('agent', { exact: true }).fill('c1000000-0000-4000-8000-000000000001');
  await callback.getByRole('button', { name: 'Add to hours' }).click();
  await callback.getByLabel('sun', { exact: true }).check();
  await callback.getByLabel('from', { exact: true }).last().fill('09:00');
  await callback.getByLabel('to', { exact: true }).fill('17:00');
  await expect(alert).toHaveCount(0);

  // The frame is replaced a moment after the last change.
  await expect(page.locator('iframe')).toHaveAttribute('src', /17%3A00/);
  const preview = page.frameLocator('iframe');
  await expect(preview.getByLabel('Name of your pet')).toBeVisible();
  await expect(preview.getByRole('button', { name: 'Call me later' })).toBeVisible();
  await preview.getByLabel('Phone').fill('+14155552681');
  // Not by a click: Playwright misses what is in a scaled frame of another process.
  await preview.getByRole('button', { name: 'Start chat' }).press('Enter');
  await expect(preview.getByRole('log', { name: 'Conversation' })).toBeVisible();

  await expect(code(page)).not.toContainText('pet');
  await page.getByRole('tab', { name: 'Proxy configuration' }).click();
  expect(JSON.parse(await code(page).innerText())).toMatchObject({
    forms: {
      default: {
        fields: [{ name: 'pet', label: 'Name of your pet' }],
        tags: ['website'],
        callback: {
          agent: 'c1000000-0000-4000-8000-000000000001',
          hours: [{ days: ['sun'], from: '09:00', to: '17:00' }],
        },
      },
    },
  });
});

test('a new entry counts as invalid only after the user has left it, or uses the code', async ({ page, stack }) => {
  await page.goto(`${stack.site}/configurator`);
  const form = await openAllOptions(page);
  await form.getByRole('group', { name: 'hours', exact: true }).getByRole('button', { name: 'Add to open' }).click();
  await expect(form.getByRole('group', { name: 'open 1', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Code' })).toContainText('does not take the value of hours');
  await expect(problemsIn(form)).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  const hours = form.getByRole('group', { name: 'hours', exact: true }).first();
  await expect(hours.getByLabel('timeZone', { exact: true })).toHaveAccessibleDescription(
    'Fill this in: an IANA zone name, such as America/New_York.',
  );
  await expect(hours.getByRole('group', { name: 'days', exact: true })).toHaveAccessibleDescription('Fill this in.');
});

test('a form that the demo lacks causes a warning, but not with another proxy', async ({ page, stack }) => {
  const options = (more: object) => `#${new URLSearchParams({ options: JSON.stringify({ form: 'german', ...more }) })}`;
  const notice = page.getByRole('region', { name: 'Code' }).getByText('The demo has no form “german”');
  await page.goto(`${stack.site}/configurator${options({})}`);
  await expect(notice).toBeVisible();
  await openAllOptions(page);
  await page.getByLabel('proxyUrl', { exact: true }).fill('https://chat.example.com');
  await expect(code(page)).toContainText('chat.example.com');
  await expect(notice).toHaveCount(0);
});

test('texts in many languages fit into the URL', async ({ page, stack }) => {
  const greeting = '👋🏽'.repeat(70);
  const starters = Object.fromEntries(
    ['ar', 'he', 'ja', 'zh', 'de', 'fr'].map((code) => [code, Array.from({ length: 6 }, () => '日本語'.repeat(60))]),
  );
  const long = `#${new URLSearchParams({ options: JSON.stringify({ greeting, starters }) })}`;
  expect(long.length).toBeGreaterThan(16_384);
  await page.goto(`${stack.site}/configurator${long}`);
  await expect(page.frameLocator('iframe').getByRole('heading', { name: greeting })).toBeVisible();
  await expect(code(page)).toContainText(greeting);
});

test('an entry of pages gets its options one by one, and the preview shows its page', async ({ page, stack }) => {
  await page.goto(`${stack.site}/configurator`);
  const form = await openAllOptions(page);
  const preview = page.frameLocator('iframe');
  await form.getByRole('button', { name: 'Add to pages' }).click();
  const entry = form.getByRole('group', { name: 'pages 1', exact: true });
  await entry.getByLabel('url', { exact: true }).fill('/prices');
  await entry.getByRole('combobox', { name: 'Another option of pages 1' }).selectOption('title');
  await entry.getByRole('textbox', { name: 'title', exact: true }).fill('Prices at Northlight');
  await form.getByRole('button', { name: 'Add to pages' }).click();
  const second = form.getByRole('group', { name: 'pages 2', exact: true });
  await second.getByLabel('url', { exact: true }).fill('/checkout');
  await second.getByLabel('hidden', { exact: true }).check();
  await expect(problemsIn(form)).toHaveCount(0);

  const pages = page.getByRole('region', { name: 'Preview' }).getByRole('combobox', { name: 'Page' });
  await expect(preview.getByRole('dialog')).toBeVisible();
  await expect(preview.getByRole('dialog', { name: 'Prices at Northlight' })).toHaveCount(0);
  await pages.selectOption('/prices');
  await expect(preview.getByRole('dialog', { name: 'Prices at Northlight' })).toBeVisible();
  await pages.selectOption('/checkout');
  await expect(page.getByText('The widget is hidden on this page.')).toBeVisible();
  await expect(page.locator('iframe')).toHaveAttribute('src', /checkout$/);
  await expect(preview.getByRole('main')).toBeVisible();
  await expect(preview.getByRole('dialog')).toHaveCount(0);
  await expect(preview.getByRole('button', { name: 'Close chat' })).toHaveCount(0);

  const expected = {
    pages: [
      { url: '/prices', title: 'Prices at Northlight' },
      { url: '/checkout', hidden: true },
    ],
  };
  const { hash } = new URL(page.url());
  expect(JSON.parse(new URLSearchParams(hash.slice(1)).get('options') ?? '')).toEqual(expected);
  await second.getByLabel('url', { exact: true }).fill('/prices/pay');
  await expect(page.getByText('the earlier one for /prices matches, too')).toBeVisible();
});

test('the preview shows the chat inside and outside its opening hours', async ({ page, stack }) => {
  const hours = { timeZone: 'UTC', open: [{ days: ['mon'], from: '09:00', to: '17:00' }] };
  const address = (away: string) =>
    `${stack.site}/configurator#${new URLSearchParams({ options: JSON.stringify({ hours, away, leadForm: 'off' }) })}`;
  await page.goto(address('note'));
  const preview = page.frameLocator('iframe');
  const time = page.getByRole('group', { name: 'Hours', exact: true });
  await time.getByRole('radio', { name: 'outside' }).check();
  await expect(preview.getByRole('dialog')).toContainText('Back Monday');
  await time.getByRole('radio', { name: 'inside' }).check();
  await expect(preview.getByRole('dialog')).toContainText('Online');
  await expect(preview.getByRole('dialog')).not.toContainText('Back');
  await page.goto(address('hidden'));
  await time.getByRole('radio', { name: 'outside' }).check();
  await expect(page.locator('iframe')).toHaveAttribute('src', /at=/);
  await expect(preview.getByRole('main')).toBeVisible();
  await expect(preview.getByRole('dialog')).toHaveCount(0);
  await time.getByRole('radio', { name: 'inside' }).check();
  await expect(preview.getByRole('dialog')).toBeVisible();
});

test('every text has a control per language', async ({ page, stack }) => {
  await page.goto(`${stack.site}/configurator`);
  const form = await openAllOptions(page);
  await form.getByRole('combobox', { name: 'Languages of launcherText' }).selectOption('one per language');
  const texts = form.getByRole('group', { name: 'launcherText', exact: true });
  for (const [language, text] of [
    ['en', 'Questions?'],
    ['de', 'Fragen?'],
  ] as const) {
    await texts.getByLabel('Language of launcherText, such as de').fill(language);
    await texts.getByRole('button', { name: 'Add to launcherText' }).click();
    await texts.getByRole('textbox', { name: language, exact: true }).fill(text);
  }
  await page.getByRole('combobox', { name: 'Language of the preview' }).selectOption('de');
  await expect(page.frameLocator('iframe').getByRole('button', { name: 'Fragen? Chat schließen' })).toBeVisible();
  await form.getByRole('combobox', { name: 'Languages of greeting' }).selectOption('one per language');
  const greeting = form.getByRole('group', { name: 'greeting', exact: true });
  await greeting.getByLabel('Language of greeting, such as de').fill('gr');
  await greeting.getByRole('button', { name: 'Add to greeting' }).click();
  await greeting.getByRole('textbox', { name: 'gr', exact: true }).fill('Γεια σας');
  await greeting.getByRole('textbox', { name: 'gr', exact: true }).blur();
  await expect(problemsIn(form)).toContainText('write a tag such as el');
  await form.getByRole('button', { name: 'Add to fields' }).click();
  const field = form.getByRole('group', { name: 'fields 1', exact: true });
  await field.getByRole('combobox', { name: 'Languages of label' }).selectOption('one per language');
  await expect(field.getByLabel('Language of label, such as de')).toBeVisible();
});

test('a link takes no address along, but a reload keeps it', async ({ page, stack }) => {
  const hostile = {
    title: 'Vets',
    proxyUrl: 'https://evil.example',
    wssUrl: 'wss://evil.example',
    onclick: 'alert(1)',
    pages: [{ url: '/', hooksUrl: 'https://evil.example', title: 'Vets' }],
  };
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('websocket', (socket) => requests.push(socket.url()));
  await page.goto(`${stack.site}/configurator#${new URLSearchParams({ options: JSON.stringify(hostile) })}`);
  await expect(page.frameLocator('iframe').getByRole('dialog', { name: 'Vets' })).toBeVisible();
  await expect(page.getByRole('tab').first()).toBeVisible();
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await expect(code(page)).not.toContainText(/evil|onclick/);
  }
  expect(requests.filter((url) => new URL(url).hostname.includes('evil'))).toEqual([]);
  expect(decodeURIComponent(page.url())).not.toContain('evil');

  await openAllOptions(page);
  await page.getByLabel('proxyUrl', { exact: true }).fill('https://chat.example.com');
  await page.getByRole('tab', { name: 'Script tag', exact: true }).click();
  await expect(code(page)).toContainText('https://chat.example.com/leadchat.js');
  expect(decodeURIComponent(page.url())).not.toContain('example.com');
  await page.reload();
  await openAllOptions(page);
  await expect(page.getByLabel('proxyUrl', { exact: true })).toHaveValue('https://chat.example.com');
});

test('each tab downloads its code as a file, and the choices are saved as one file, which opens again', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/configurator`);
  const names: string[] = [];
  await expect(page.getByRole('tab').first()).toBeVisible();
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const file = await downloading;
    names.push(file.suggestedFilename());
    expect(await readFile(await file.path(), 'utf8')).toBe(`${await code(page).textContent()}\n`);
  }
  expect(names).toEqual([
    'leadchat-tag.html',
    'leadchat-tag-with-hashes.html',
    'leadchat-tag-manager.html',
    'Chat.jsx',
    'Chat.vue',
    'leadchat-element.html',
    'leadchat-address.txt',
    'leadchat.config.json',
    'content-security-policy.txt',
  ]);

  await page.getByLabel('Title', { exact: true }).fill('Ask Mia');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('leadchat.config.json');
  const text = await readFile(await saved.path(), 'utf8');
  await page.getByRole('tab', { name: 'Proxy configuration' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect(await readFile(await (await downloading).path(), 'utf8')).toBe(text);

  await page.getByRole('button', { name: 'Reset all options' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('');
  const input = page.getByLabel('Open a file');
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(page.getByText('notes.txt is not a configuration')).toBeVisible();
  await input.setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Ask Mia');
});

test('options, preview and code are in sight together, with all switches', async ({ page, stack }) => {
  const options = {
    hours: { timeZone: 'UTC', open: [{ days: ['mon'], from: '09:00', to: '17:00' }] },
    pages: [{ url: '/prices', title: 'Prices' }],
  };
  for (const [width, height] of [
    [1280, 800],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${stack.site}/configurator#${new URLSearchParams({ options: JSON.stringify(options) })}`);
    await expect(page.frameLocator('iframe').getByRole('dialog')).toBeVisible();
    await expect(page.getByRole('group', { name: 'Hours', exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('combobox', { name: 'Page', exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.locator('iframe')).toBeInViewport({ ratio: 0.99 });
    await expect(page.getByRole('button', { name: 'Download' })).toBeInViewport({ ratio: 1 });
    await expect(code(page)).toBeInViewport({ ratio: 0.2 });
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
    const preview = await page.locator('iframe').boundingBox();
    expect(preview?.height).toBeGreaterThan(height === 800 ? 360 : 160);
  }
});

test('half filled options say at their controls what is missing', async ({ page, stack }) => {
  const options = {
    askAfter: { answers: 2 },
    triggers: [{ type: 'url' }],
    pages: [{ title: 'Prices' }],
    hours: { timeZone: 'UTC', open: [{ from: '09:00', to: '17:00' }] },
  };
  const form = { fields: [{ name: 'pet' }] };
  const hash = new URLSearchParams({ options: JSON.stringify(options), form: JSON.stringify(form) });
  await page.goto(`${stack.site}/configurator#${hash}`);
  await openAllOptions(page);
  const group = (name: string) => page.getByRole('group', { name, exact: true });
  await expect(group('askAfter')).toHaveAccessibleDescription(
    'Has no effect yet: set leadForm to “later” or “optional”.',
  );
  await expect(group('triggers 1').getByLabel('url', { exact: true })).toHaveAccessibleDescription(
    /^Fill this in: on which pages/,
  );
  await expect(group('pages 1').getByLabel('url', { exact: true })).toHaveAccessibleDescription('Fill this in.');
  await expect(group('days')).toHaveAccessibleDescription('Fill this in.');
  await expect(group('fields 1').getByLabel('label', { exact: true })).toHaveAccessibleDescription(
    'Fill this in: without it, visitors read “pet”.',
  );
  // Advice is about what works, and refuses nothing.
  await expect(page.getByRole('region', { name: 'Code' })).toContainText(
    'The widget does not take the value of hours, pages, and uses the default.',
  );
  await page.getByRole('combobox', { name: 'leadForm' }).selectOption('later');
  await expect(group('askAfter')).toHaveAccessibleDescription('');
});

/** Every option by its name, with all headings open. */
async function openAllOptions(page: Page) {
  await page.getByRole('link', { name: 'All options', exact: true }).click();
  const form = page.getByRole('form', { name: 'Settings of the widget' });
  await form.evaluate((element) => {
    for (const group of element.querySelectorAll('details')) group.open = true;
  });
  return form;
}

/** What is wrong. Some places for problems are always there, and empty. */
function problemsIn(root: Page | Locator) {
  return root.getByRole('alert').filter({ hasText: /\S/ });
}

/** A part of the choices, as the link has it. */
function partOf(page: Page, name: string): unknown {
  return JSON.parse(new URLSearchParams(new URL(page.url()).hash.slice(1)).get(name) ?? 'null');
}

function code(page: Page) {
  return page.getByRole('region', { name: 'Code' }).locator('code');
}

test("a script in the preview reaches neither the configurator nor the demo's pages", async ({
  page,
  context,
  demo,
}) => {
  const attacks: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/admin')) attacks.push(request.url());
  });
  await page.goto(`${demo.site}/configurator`);
  const title = 'The chat on a page';
  const preview = page.frameLocator(`iframe[title="${title}"]`);
  await expect(preview.getByRole('dialog')).toBeVisible();
  const frame = await frameOf(page, title);
  expect(await reachOfScript(frame, page.url())).toEqual(noReach);
  // The page around it sends requests of the widget, and no others.
  const answers = await frame.evaluate(async () => {
    const paths = [
      '/config',
      '/admin/api/leads',
      '/config/../admin/api/leads',
      '/%61dmin/api/leads',
      '@other.example/config',
    ];
    return Promise.all(
      paths.map(async (path) => {
        const { port1, port2 } = new MessageChannel();
        const answer = new Promise<unknown>((resolve) => {
          port1.onmessage = ({ data }) => resolve(data?.status ?? null);
        });
        parent.postMessage({ path, method: 'GET', headers: [], body: null }, new URL(location.href).origin, [port2]);
        return answer;
      }),
    );
  });
  expect(answers).toEqual([200, null, null, null, null]);
  expect(attacks).toEqual([]);

  // In a tab of its own it has no more rights: anyone can write a link to it.
  const alone = await context.newPage();
  await alone.goto(`${demo.site}/preview.html#${new URLSearchParams({ options: '{"open":true}' })}`);
  await expect(alone.getByRole('dialog')).toBeVisible();
  expect(await reachOfScript(alone.mainFrame(), page.url())).toMatchObject({
    'the storage of the tab': 'SecurityError',
    'the storage of the origin': 'SecurityError',
    'other pages of the origin': 'NetworkError',
  });
  await alone.close();
});
