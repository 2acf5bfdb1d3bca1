import type { Page } from 'playwright/test';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { stopClock, tickUntil } from '../support/standing-clock.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn({
  script: {
    name: 'Nora Quist',
    profilepic: 'https://pictures.invalid/nora.png',
    greeting: { known: 'Hi', unknown: 'Hi there' },
    answers: [
      {
        when: ['formats'],
        say: '**Bold**, *slanted* and `code`.\n- one\n- two\n\n1. first\n\n```\na < b\n```\n# No heading <b>no markup</b>',
      },
      {
        when: ['links'],
        say: '[Prices](https://example.com/prices) http://example.com/a. ada@example.com [Call](tel:+14155552671) [Write](mailto:ada@example.com) [Bad](javascript:alert(1)) [Data](data:text/html,x) [Sign in](https://user:word@example.com/)',
      },
      {
        when: ['addresses'],
        say: "请看https://example.com/a。谢谢 (https://example.com/wiki/Bridge_(dentistry)) [bridge](https://example.com/Bridge_(dentistry)) jörg@example.de, o'neil@example.com, _ada@example.com_",
      },
      {
        when: ['marks'],
        say: '***both*** \\*plain\\* Price*: 49, shipping*: 5 **注意：**请看\n- outer\n  - inner\nWhich one?',
      },
      {
        when: ['credentials'],
        say: '[Bank](https://:bank.com@evil.example/) https://bank.com:443@evil.example/ <https://user@evil.example/> [B](<https://:b@evil.example>)',
      },
      { when: ['stars'], say: '*_'.repeat(1000) },
    ],
    otherwise: ['Noted.'],
  },
});

test('a reply is formatted, its links open their visible address in a new tab, and initials replace a broken picture', async ({
  page,
  context,
  site,
  faults,
}) => {
  await context.route('https://example.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script>document.title = String(window.opener)</script>' }),
  );
  await context.route('https://pictures.invalid/**', (route) => route.abort());
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off' }) })));
  const visitor = new Visitor(page);
  const { log, dialog } = visitor;
  await visitor.openChat();
  await expect(log).toContainText('Hi there');
  await expect(dialog.locator('.presence')).toHaveText('NQ');
  await expect(dialog.locator('img')).toHaveCount(0);
  await expect(dialog.getByRole('heading', { name: 'Nora Quist' })).toBeVisible();

  await visitor.say('formats');
  await expect(log.getByRole('strong')).toHaveText('Bold');
  await expect(log.getByRole('emphasis')).toHaveText('slanted');
  await expect(log.getByRole('listitem')).toHaveText(['one', 'two', 'first']);
  await expect(log.getByRole('code').filter({ hasText: 'a < b' })).toHaveCount(1);
  await expect(log).toContainText('# No heading <b>no markup</b>');
  await expect(log.getByRole('heading')).toHaveCount(0);

  await visitor.say('links');
  const links = log.getByRole('link');
  await expect(links).toHaveText(['Prices', 'http://example.com/a', 'ada@example.com', 'Call', 'Write']);
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual([
    'https://example.com/prices',
    'http://example.com/a',
    'mailto:ada@example.com',
    'tel:+14155552671',
    'mailto:ada@example.com',
  ]);
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener.*noreferrer/);
  }
  const opened = context.waitForEvent('page');
  await links.first().click();
  await expect(await opened).toHaveTitle('null');
  expect(page.url()).toBe(`${site.url}/`);

  // The browser logs each picture that fails to load, before it is removed.
  await expect(dialog.locator('img')).toHaveCount(0);
  // It is requested again after pauses, which must not end between these faults and the end of the test.
  await page.close();
  expect(faults.splice(0).every((fault) => fault.includes('ERR_FAILED'))).toBe(true);
});

async function showPictures(page: Page): Promise<void> {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" />';
  await page.route('https://pictures.invalid/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: svg }),
  );
}

test('addresses end where they end, and marks are read as CommonMark reads them', async ({ page, site }) => {
  await showPictures(page);
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off' }) })));
  const visitor = new Visitor(page);
  const { log } = visitor;
  await visitor.openChat();
  const links = log.getByRole('link');

  await visitor.say('addresses');
  await expect(links).toHaveText([
    'https://example.com/a',
    'https://example.com/wiki/Bridge_(dentistry)',
    'bridge',
    "o'neil@example.com",
    'ada@example.com',
  ]);
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    'https://example.com/a',
    'https://example.com/wiki/Bridge_(dentistry)',
    'https://example.com/Bridge_(dentistry)',
    "mailto:o'neil@example.com",
    'mailto:ada@example.com',
  ]);
  await expect(log).toContainText('jörg@example.de');

  await visitor.say('marks');
  await expect(log).toContainText('both *plain* Price*: 49, shipping*: 5 注意：请看');
  await expect(log.getByRole('strong')).toHaveText(['both', '注意：']);
  await expect(log.getByRole('emphasis').filter({ hasText: 'both' })).toHaveCount(1);
  await expect(log.getByRole('listitem').getByRole('listitem')).toHaveText('inner');
  await expect(log.getByRole('paragraph').filter({ hasText: 'Which one?' })).toHaveCount(1);

  await visitor.say('credentials');
  await expect(log).toContainText('Bank https://bank.com:443@evil.example/');
  await expect(links).toHaveCount(5);

  await visitor.say('stars');
  await visitor.say('And this?');
  await expect(log).toContainText('Noted.');
});

test('the preview above the closed chat has the words of a message', async ({ page, site }) => {
  await showPictures(page);
  await page.clock.install();
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off' }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await expect(visitor.log).toContainText('Hi there');
  await visitor.dialog.getByRole('button', { name: 'Close' }).click();
  // The preview waits three seconds for the code that formats: here as long as a busy machine needs.
  await stopClock(page);
  await page.evaluate(() => Object(window).LeadChat.sendMessage('marks'));
  const preview = page.getByRole('status').filter({ hasText: 'both *plain* Price*: 49, shipping*: 5 注意：请看' });
  await tickUntil(page, () => preview.isVisible());
});

test('messages are shown as plain text when the code that formats them does not load in time', async ({
  page,
  site,
}) => {
  const formatter = Promise.withResolvers<void>();
  await showPictures(page);
  await page.route(/RichText/, async (route) => {
    await formatter.promise;
    await route.continue();
  });
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off' }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await expect(visitor.log).toContainText('Hi there');
  await visitor.say('formats');
  await expect(visitor.log).toContainText('**Bold**');
  await visitor.say('And this?');
  await expect(visitor.log).toContainText('Noted.');
  formatter.resolve();
  await expect(visitor.log.getByRole('strong')).toHaveText('Bold');
});

test('messages whose formatting failed to load once are formatted without a reload', async ({ page, site, faults }) => {
  let requests = 0;
  const again = Promise.withResolvers<void>();
  await showPictures(page);
  await page.route(/RichText/, async (route) => {
    requests++;
    if (requests === 1) return route.abort();
    await again.promise;
    return route.continue();
  });
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off' }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await visitor.say('formats');
  await expect(visitor.log).toContainText('**Bold**');
  again.resolve();
  await expect(visitor.log.getByRole('strong')).toHaveText('Bold');
  expect(faults.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED']);
});
