import { expect, test } from '../support/stack.ts';

test('without a proxy the form comes from the page, and the agent greets the visitor by name', async ({
  page,
  stack,
}) => {
  const files: string[] = [];
  const phoneLibrary = expect.stringMatching(/\/assets\/phone-[\w-]+\.js$/);
  page.on('request', (request) => files.push(request.url()));
  await page.route('**/leadchat.js', (route) => route.fulfill({ body: '' }), { times: 1 });
  await page.goto(stack.site);
  await page.evaluate(
    async ([sandbox = '', flowId = '']) => {
      const script = document.createElement('script');
      Object.assign(script.dataset, {
        flowId,
        wssUrl: sandbox.replace('http', 'ws'),
        hooksUrl: sandbox,
        fields: JSON.stringify([
          { name: 'first_name', required: true },
          { name: 'topic', type: 'select', options: [{ value: 'visit', label: 'A visit' }] },
        ]),
        consentText: 'I agree to the [privacy policy](https://example.com/privacy).',
        title: 'Northlight Dental',
      });
      script.src = '/dist/leadchat.js';
      const loaded = new Promise((done) => script.addEventListener('load', done));
      document.head.append(script);
      await loaded;
    },
    [stack.sandbox.url, stack.ids.flow],
  );
  await page.getByRole('button', { name: 'Open chat' }).click();
  const dialog = page.getByRole('dialog', { name: 'Northlight Dental' });
  await dialog.getByLabel('Phone').fill('+1 415 555 2643');
  await dialog.getByLabel('First name').fill('Emmy');
  await dialog.getByLabel('Topic').selectOption('A visit');
  await dialog.getByRole('button', { name: 'Start chat' }).click();
  await expect(dialog.getByText('Please agree so that we can contact you.')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'privacy policy' })).toHaveAttribute(
    'href',
    'https://example.com/privacy',
  );
  await dialog.getByRole('checkbox').check();
  // The library of phone numbers is large, and is loaded when somebody sends one.
  expect(files).not.toContainEqual(phoneLibrary);
  await dialog.getByRole('button', { name: 'Start chat' }).click();
  await expect.poll(() => files).toContainEqual(phoneLibrary);

  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('Emmy');
  const { conversations } = await stack.state();
  expect(conversations.at(-1)).toMatchObject({ record: { phone: '14155552643', first_name: 'Emmy', topic: 'visit' } });
});
