import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';

const test = testOn();
const otherFlow = 'f1000000-0000-4000-8000-0000000000aa';

test('two widgets on a page share no texts, no storage and no events', async ({ page, site }) => {
  await page.routeWebSocket(new RegExp(otherFlow), (socket) => {
    socket.send(JSON.stringify({ type: 'session', id: '1', session_id: 'webchat-session.of-the-other' }));
    socket.send(JSON.stringify({ type: 'message', id: 'm1', name: 'Otto', content: 'Sales here' }));
  });
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off', title: 'Help' }) })));
  await expect(page.getByRole('button', { name: 'Open chat' })).toHaveCount(1);
  await page.evaluate(
    ([flowId, wssUrl]) => {
      const { LeadChat } = Object(window);
      // The first call changes the widget of the tag.
      const help = LeadChat.init({});
      const sales = LeadChat.init({
        flowId,
        wssUrl,
        proxyUrl: undefined,
        leadForm: 'off',
        title: 'Sales',
        position: 'bottom-left',
      });
      const received: string[] = [];
      help.on('message:sent', () => received.push('help'));
      sales.on('message:sent', () => received.push('sales'));
      Object.assign(window, { received, help, sales });
    },
    [otherFlow, site.sandboxUrl.replace(/^http/, 'ws')],
  );
  await expect(page.getByRole('button', { name: 'Open chat' })).toHaveCount(2);
  await page.evaluate(() => Object(window).sales.open());
  await page.evaluate(() => Object(window).help.open());
  const help = page.getByRole('dialog', { name: 'Help' });
  const sales = page.getByRole('dialog', { name: 'Sales' });
  await expect(sales.getByRole('log')).toContainText('Sales here');
  await expect(help.getByRole('log')).toContainText('good to have you here');
  await expect(help.getByRole('log')).not.toContainText('Sales here');
  await sales.getByRole('textbox', { name: 'Message' }).fill('A question for sales');
  await page.keyboard.press('Enter');
  await expect(sales.getByRole('log')).toContainText('A question for sales');
  await expect(help.getByRole('log')).not.toContainText('A question for sales');
  expect(await page.evaluate(() => Object(window).received)).toEqual(['sales']);
  await expect
    .poll(() =>
      page.evaluate(() =>
        Object.keys(localStorage)
          .filter((key) => key.startsWith('leadchat:'))
          .sort(),
      ),
    )
    .toEqual([`leadchat:${site.flow}`, `leadchat:${otherFlow}`].sort());

  await page.evaluate(() => Object(window).sales.destroy());
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await help.getByRole('textbox', { name: 'Message' }).fill('Still there?');
  await page.keyboard.press('Enter');
  await expect(help.getByRole('log')).toContainText('Still there?');
});
