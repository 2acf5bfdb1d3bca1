import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { texts as en } from '../../src/i18n/locales/en.ts';
import { attributeKinds } from '../../src/options/index.ts';
import { code, openAllOptions } from '../support/configurator.ts';
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

test('the preview shows the chat inside and outside its opening hours', async ({ page, stack }) => {
  const hours = { timeZone: 'UTC', open: [{ days: ['mon'], from: '09:00', to: '17:00' }] };
  const address = (away: string) =>
    `${stack.site}/configurator#${new URLSearchParams({ options: JSON.stringify({ hours, away, leadForm: 'off' }) })}`;
  // A Tuesday: on Monday, before the hours begin, it says only the time.
  await page.clock.setFixedTime('2026-11-24T12:00:00Z');
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

/** A part of the choices, as the link has it. */
function partOf(page: Page, name: string): unknown {
  return JSON.parse(new URLSearchParams(new URL(page.url()).hash.slice(1)).get(name) ?? 'null');
}
