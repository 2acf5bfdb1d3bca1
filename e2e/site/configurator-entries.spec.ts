import { code, openAllOptions, problemsIn } from '../support/configurator.ts';
import { expect, test } from '../support/stack.ts';

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

test('what is corrected in one entry is no problem while the next one is filled in', async ({ page, demo }) => {
  await page.goto(`${demo.site}/configurator`);
  const form = await openAllOptions(page);
  await form.getByRole('button', { name: 'Add to tags' }).click();
  const refused = page.getByText('A proxy with this form does not start: see tags.');
  await expect(refused).toBeVisible();
  const answer = Promise.withResolvers<void>();
  await page.route('**/demo/form-check', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await form.getByLabel('tags 1', { exact: true }).fill('website');
  await form
    .getByRole('group', { name: 'callback', exact: true })
    .getByRole('button', { name: 'Add to hours' })
    .click();
  // Of the check before. The new entry still has the focus when the next one answers.
  await expect(problemsIn(form)).toHaveCount(1);
  answer.resolve();
  await expect(refused).toHaveCount(0);
  await expect(problemsIn(form)).toHaveCount(0);
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
