import type { Page } from 'playwright/test';
import { sampleOf } from '../../test/support/sample.ts';
import { noViolations, violationsInBothSchemes, violationsOf } from '../support/axe.ts';
import { gatherFaults } from '../support/on-host-page.ts';
import { frameOf, noReach, reachOfScript } from '../support/reach-of-script.ts';
import { expect, testWith } from '../support/stack.ts';
import { operatorToken, type Stack } from '../support/start-stack.ts';

/** A stack whose settings no other journey sees. */
const test = testWith({});

/** With a page of settings: that with all options by name, unless another one is named. */
async function openSettings(page: Page, stack: Stack, name = 'all'): Promise<void> {
  await page.goto(`${stack.proxy.url}/admin#/settings/${name}`);
  await page.getByLabel('Your token').fill(operatorToken);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('region', { name: 'Settings', exact: true })).toBeVisible();
}

function save(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Save and apply' }).click();
}

/** Removes what another journey has saved. */
async function restoreFile({ proxy }: Stack): Promise<void> {
  await requestSettings(`${proxy.url}/admin/api/settings/restore`, 'POST', { version: 0 });
}

/** Saves settings as another operator, whose dashboard is not shown. */
async function saveElsewhere({ proxy }: Stack, by: string, widget: object): Promise<void> {
  const address = `${proxy.url}/admin/api/settings`;
  const { version } = await requestSettings(address, 'GET');
  await requestSettings(address, 'PUT', { version, by, widget, forms: {} });
}

async function requestSettings(address: string, method: string, body?: object): Promise<{ version: number }> {
  const response = await fetch(address, {
    method,
    headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return response.json();
}

/** The form's headline, as a new visitor of the site sees it. */
async function expectOnSite(page: Page, stack: Stack, texts: string[]): Promise<void> {
  const visitor = await page.context().browser()?.newPage();
  if (visitor === undefined) throw new Error('there is no browser');
  // Without its script, the page would be without a bubble, and nothing would say why.
  const faults: string[] = [];
  gatherFaults(visitor, faults);
  await visitor.goto(stack.site);
  expect(faults).toEqual([]);
  await visitor.getByRole('button', { name: 'Open chat' }).click();
  for (const text of texts) await expect(visitor.getByRole('dialog')).toContainText(text);
  await visitor.close();
}

test('an operator changes greeting and hours in the dashboard, and the site shows them', async ({ page, stack }) => {
  await openSettings(page, stack);
  const settings = page.getByRole('region', { name: 'Settings', exact: true });
  await expect(settings).toContainText('Nothing is saved here yet.');
  const preview = page.frameLocator('iframe[title="Preview of the chat"]');

  await settings.getByLabel('greeting', { exact: true }).fill('Ask us about your first visit');
  await expect(settings).toContainText('Not saved yet.');
  await expect(preview.getByText('Ask us about your first visit')).toBeVisible();
  await settings.locator('summary', { hasText: 'Opening hours' }).click();
  await settings.getByRole('combobox', { name: 'timeZone' }).fill('Europe/Berlin');
  await settings.getByRole('button', { name: 'Add to open' }).click();
  const times = settings.getByRole('group', { name: 'open 1' });
  // It is always another day there than the one before yesterday.
  const day = new Date(Date.now() + 3 * 86_400_000).toLocaleDateString('en', { weekday: 'short' }).toLowerCase();
  await times.getByRole('checkbox', { name: day }).check();
  await times.getByRole('textbox', { name: 'from', exact: true }).fill('09:00');
  await times.getByRole('textbox', { name: 'to', exact: true }).fill('10:00');
  await settings.getByLabel('Your name').fill('Ada');
  await save(page);
  await expect(page.getByRole('status')).toHaveText('Saved. It is on your site within five seconds.');
  await expect(settings).toContainText(/Version 1 applies, saved .* by Ada\./);
  await expectOnSite(page, stack, ['Ask us about your first visit', 'Back ']);

  // A visitor's preview leaves no trace in the service.
  expect((await stack.state()).conversations).toEqual([]);

  await settings.getByRole('link', { name: 'History' }).click();
  await settings.getByRole('button', { name: 'Restore the configuration file' }).click();
  await expect(page.getByRole('status')).toHaveText('The configuration file applies again.');
  await expect(preview.getByText('Hi there. How can we help?')).toBeVisible();
  await settings.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(preview.getByText('Ask us about your first visit')).toBeVisible();
  await settings.getByRole('link', { name: 'Compare version 2' }).click();
  // The sentences of the history, which is shown until the comparison is there, begin with a small letter.
  const greeting = settings.getByRole('listitem').filter({ hasText: /Changed the greeting/ });
  await expect(greeting).toContainText(/Version 2.*Hi there.*Version 3.*Ask us about your first visit/);
});

test('a marketer writes words in two languages and takes another color, and reads what is missing', async ({
  page,
  stack,
}) => {
  await restoreFile(stack);
  await openSettings(page, stack, 'words');
  const settings = page.getByRole('region', { name: 'Settings', exact: true });
  const preview = page.frameLocator('iframe[title="Preview of the chat"]');
  await settings.getByRole('combobox', { name: 'Add a language' }).selectOption('de');
  await settings.getByLabel('Title, English', { exact: true }).fill('Ask Mia');
  const german = settings.getByLabel('Title, Deutsch', { exact: true });
  await expect(german).toHaveAccessibleDescription('Missing');
  await expect(settings.getByRole('columnheader', { name: 'Deutsch' })).toContainText(/\d missing/);
  await german.fill('Frag Mia');
  await expect(german).toHaveAccessibleDescription('');
  // The column whose words are written is the language of the preview.
  await expect(preview.getByRole('dialog', { name: 'Frag Mia' })).toBeVisible();
  await settings.getByLabel('Change other words').fill('start ch');
  await settings.getByRole('button', { name: 'Start chat', exact: true }).click();
  await settings.getByLabel('Start chat, Deutsch', { exact: true }).fill('Los');
  await expect(preview.getByRole('button', { name: 'Los', exact: true })).toBeVisible();

  await settings.getByRole('link', { name: 'Look' }).click();
  await expect(page).toHaveURL(/#\/settings\/look$/);
  await settings.getByRole('textbox', { name: 'Color as text' }).fill('#e0693d');
  await expect(settings).toContainText('On light pages: white text, contrast 4.5 : 1. Visitors see a readable shade');
  await settings.getByRole('radio', { name: 'Bottom left' }).check();

  // What is not saved asks before it is left.
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('button', { name: 'Leads' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save your changes?' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/#\/settings\/look$/);
  await sections.getByRole('button', { name: 'Leads' }).click();
  await dialog.getByRole('button', { name: 'Save and apply' }).click();
  await expect(page).toHaveURL(/#\/leads(\?|$)/);
  const served = await (await fetch(`${stack.proxy.url}/config`)).json();
  expect(served.widget).toMatchObject({
    title: { en: 'Ask Mia', de: 'Frag Mia' },
    texts: { startChat: { de: 'Los' } },
    color: '#e0693d',
    position: 'bottom-left',
  });
  await page.goBack();
  await expect(settings.getByRole('textbox', { name: 'Color as text' })).toHaveValue('#e0693d');
});

test('the preview shows the chosen variant, and the chat while the site is closed', async ({ page, stack }) => {
  await restoreFile(stack);
  const variants = ['asks', 'offers'].map((name) => ({ name, greeting: `It ${name}` }));
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  await saveElsewhere(stack, 'Grace', {
    experiments: [{ name: 'words', variants }],
    hours: { timeZone: 'UTC', open: [{ days, from: '06:00', to: '12:00' }] },
  });
  await openSettings(page, stack);
  const settings = page.getByRole('region', { name: 'Settings', exact: true });
  const preview = page.frameLocator('iframe[title="Preview of the chat"]');
  for (const { name } of variants) {
    await settings.getByRole('combobox', { name: 'Variant in the preview' }).selectOption(`words: ${name}`);
    await expect(preview.getByText(`It ${name}`)).toBeVisible();
  }
  const time = settings.getByRole('combobox', { name: 'Time in the preview' });
  await time.selectOption('When closed');
  await expect(preview.getByText(/^Back /)).toBeVisible();
  await time.selectOption('When open');
  await expect(preview.getByText(/^Back /)).toHaveCount(0);
});

test('an operator adds a form with a field and a route, and a page shows it', async ({ page, stack }) => {
  await openSettings(page, stack);
  const settings = page.getByRole('region', { name: 'Settings', exact: true });
  await settings.getByText('Form', { exact: true }).click();
  await settings.getByLabel('Name of a new form').fill('my form');
  await settings.getByLabel('Name of a new form').press('Enter');
  await expect(settings.getByLabel('Name of a new form')).toHaveAccessibleDescription(
    'Must be letters, digits, - and _, at most 64.',
  );
  await settings.getByLabel('Name of a new form').fill('sales');
  await settings.getByLabel('Name of a new form').press('Enter');
  await expect(settings.getByRole('combobox', { name: 'Form', exact: true })).toHaveValue('sales');
  await settings.getByRole('button', { name: 'Remove field 4' }).click();
  await settings.getByRole('button', { name: 'Add to fields' }).click();
  const field = settings.getByRole('group', { name: 'fields 4', exact: true });
  await field.getByLabel('name', { exact: true }).fill('budget');
  await field.getByRole('textbox', { name: 'label', exact: true }).fill('Your budget');
  await settings.getByRole('button', { name: 'Add to routes' }).click();
  const route = settings.getByRole('group', { name: 'routes 1', exact: true });
  await route.getByLabel('Field of when').fill('budgett');
  await route.getByRole('button', { name: 'Add to when' }).click();
  await route.getByRole('textbox', { name: 'budgett', exact: true }).fill('high');
  await route.getByRole('button', { name: 'Add to tags' }).click();
  await route.getByRole('textbox', { name: 'tags 1', exact: true }).fill('big');
  await settings.getByLabel('Name of a new form').focus();
  // The mistake stands at the entry that names an unknown field.
  await expect(route.getByRole('textbox', { name: 'budgett', exact: true })).toHaveAccessibleDescription(
    /^Is not a field of this form/,
  );
  await save(page);
  await expect(page.getByRole('status').first()).toHaveText('Nothing is saved yet: correct the marked settings.');
  await route.getByRole('button', { name: 'Remove budgett' }).click();
  await route.getByLabel('Field of when').fill('budget');
  await route.getByRole('button', { name: 'Add to when' }).click();
  await route.getByRole('textbox', { name: 'budget', exact: true }).fill('high');
  await save(page);
  await expect(page.getByRole('status').first()).toHaveText('Saved. It is on your site within five seconds.');
  const served = await (await fetch(`${stack.proxy.url}/config?form=sales`)).json();
  expect(served.form.fields.at(-1)).toMatchObject({ name: 'budget', label: 'Your budget' });
  expect(JSON.stringify(served)).not.toContain('big');

  await settings.getByRole('button', { name: 'Remove form sales' }).click();
  await save(page);
  await expect(page.getByRole('status').first()).toHaveText('Saved. It is on your site within five seconds.');
  expect((await fetch(`${stack.proxy.url}/config?form=sales`)).status).toBe(404);
});

test('changes of two operators do not overwrite each other', async ({ page, stack }) => {
  await restoreFile(stack);
  await openSettings(page, stack);
  const settings = page.getByRole('region', { name: 'Settings', exact: true });
  await settings.getByLabel('title', { exact: true }).fill('Mine');
  await settings.getByLabel('greeting', { exact: true }).fill('Good morning');
  await saveElsewhere(stack, 'Grace', { launcherText: 'Questions?', greeting: 'Good day' });

  await save(page);
  await expect(settings.getByRole('alert')).toContainText(/Grace has saved version \d+ meanwhile/);
  const greetings = settings.getByRole('group', { name: 'The greeting' });
  await expect(greetings.getByRole('radio', { name: 'Mine: Good morning' })).toBeChecked();
  await greetings.getByRole('radio', { name: 'Grace’s: Good day' }).check();
  await settings.getByRole('button', { name: 'Add my changes to it' }).click();
  await expect(settings.getByLabel('launcherText', { exact: true })).toHaveValue('Questions?');
  await expect(settings.getByLabel('greeting', { exact: true })).toHaveValue('Good day');
  await save(page);
  await expect(page.getByRole('status')).toContainText('Saved.');
  await expect(settings.getByLabel('title', { exact: true })).toHaveValue('Mine');
});

test('a greeting that is written stands above the button in the preview, until another page is opened', async ({
  page,
  stack,
}) => {
  await openSettings(page, stack, 'appears');
  const settings = page.getByRole('region', { name: 'Settings', exact: true });
  const preview = page.frameLocator('iframe[title="Preview of the chat"]');
  await expect(preview.getByRole('dialog')).toBeVisible();
  await settings.getByRole('button', { name: 'Add a greeting' }).click();
  await settings.getByRole('textbox', { name: 'Greeting', exact: true }).fill('Questions about prices?');
  await expect(preview.getByText('Questions about prices?')).toBeVisible();
  await expect(preview.getByRole('dialog')).toBeHidden();
  await settings.getByRole('combobox', { name: 'What the preview shows' }).selectOption('The button');
  await expect(preview.getByText('Questions about prices?')).toHaveCount(0);
  await settings.getByRole('combobox', { name: 'What the preview shows' }).selectOption('The open chat');
  await settings.getByRole('link', { name: 'Look' }).click();
  await expect(preview.getByRole('dialog')).toBeVisible();
});

test('the tab is accessible, also on a narrow phone and in the dark', async ({ page, stack }) => {
  test.slow();
  await openSettings(page, stack);
  const settings = page.getByRole('region', { name: 'Settings', exact: true });
  const links = settings.getByRole('navigation', { name: 'Settings pages' }).getByRole('link');
  await expect(links.first()).toBeVisible();
  const all = await links.all();
  for (const link of [...sampleOf(all.slice(0, -1), 2), ...all.slice(-1)]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    expect(await violationsInBothSchemes(page, { exclude: 'iframe' }), page.url()).toEqual(noViolations);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await violationsOf(page, { exclude: 'iframe' }), page.url()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBeLessThanOrEqual(320);
  }
  // On a phone, the preview takes the place of the settings.
  await settings.getByRole('button', { name: 'Show the preview' }).click();
  await expect(page.locator('iframe[title="Preview of the chat"]')).toBeVisible();
  await settings.getByRole('button', { name: 'Back to the settings' }).click();
  await expect(page.locator('iframe[title="Preview of the chat"]')).toBeHidden();
});

test('on a narrow phone, no control has the focus under the buttons that stay in sight', async ({ page, stack }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openSettings(page, stack, 'words');
  const settings = page.getByRole('region', { name: 'Settings', exact: true });
  const first = settings.getByLabel('Title', { exact: true });
  const last = settings.getByRole('button', { name: 'Show the preview' });
  await settings.getByLabel('Greeting', { exact: true }).fill('Ask us');
  await first.fill('Ask Mia');
  const covered: string[] = [];
  for (const [key, end] of [
    ['Tab', last],
    ['Shift+Tab', first],
  ] as const) {
    while (!(await end.evaluate((element) => element === document.activeElement))) {
      await page.keyboard.press(key);
      const focused = settings.locator(':focus');
      const isSeen = await focused.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      if (!isSeen) covered.push(`${key}: ${await focused.evaluate(({ outerHTML }) => outerHTML)}`);
    }
  }
  expect(covered).toEqual([]);
});

// "Try again" requested the same file, which an update had removed, for ever.
test('an open dashboard whose files an update has removed can be loaded again where it is', async ({ page, stack }) => {
  await page.route('**/admin/settings-view-*.js', (route) => route.fulfill({ status: 404 }));
  await openSettings(page, stack, 'look');
  await expect(page.getByText('leadchat may have been updated since you opened this page')).toBeVisible();
  await page.unroute('**/admin/settings-view-*.js');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('button', { name: 'Save and apply' })).toBeVisible();
  await expect(page).toHaveURL(/#\/settings\/look$/);
});

test('the preview shows nothing to a page that is not the dashboard', async ({ page, stack }) => {
  await page.goto(`${stack.proxy.url}/admin/preview`);
  await page.evaluate(() => postMessage({ config: { widget: { title: 'Forged' } }, scheme: 'light' }, location.origin));
  await page.waitForLoadState('networkidle');
  await expect(page.locator('script[src*="leadchat"]')).toHaveCount(0);
});

test('a script in the preview reaches neither the dashboard nor its token', async ({ page, stack, context }) => {
  await openSettings(page, stack);
  const title = 'Preview of the chat';
  const preview = page.frameLocator(`iframe[title="${title}"]`);
  await expect(preview.getByRole('dialog')).toBeVisible();
  expect(await reachOfScript(await frameOf(page, title), page.url())).toEqual(noReach);
  // The form goes on to the chat, as on any page, and the proxy gets nothing.
  await preview.getByLabel('Phone').fill('+14155552681');
  // A frame of another origin cannot scroll the dashboard: the operator does.
  await page.getByTitle(title).scrollIntoViewIfNeeded();
  await preview.getByRole('button', { name: 'Start chat' }).click();
  await expect(preview.getByRole('log', { name: 'Conversation' })).toBeVisible();
  expect((await stack.state()).leads).toEqual([]);

  // In a tab of its own it has no more rights.
  const alone = await context.newPage();
  await alone.goto(`${stack.proxy.url}/admin/preview`);
  expect(await reachOfScript(alone.mainFrame(), page.url())).toMatchObject({
    'the storage of the tab': 'SecurityError',
    'the storage of the origin': 'SecurityError',
    'other pages of the origin': 'NetworkError',
  });
  await alone.close();
});
