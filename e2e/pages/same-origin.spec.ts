import { expect, hostPage, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

test('a proxy under a path of the same site needs only that path as its address', async ({ page, site }) => {
  // The site's server forwards this path to the proxy; for the browser the responses come from the site.
  await page.route(`${site.url}/chat/**`, (route) =>
    route.continue({ url: route.request().url().replace(`${site.url}/chat`, site.proxy.url) }),
  );
  const head = '<script src="/widget/leadchat.js" data-proxy-url="/chat" async></script>';
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  // The page is nested, so a path resolved relative to the page would be wrong.
  await page.goto(site.put('/treatments/prices/', hostPage({ head })));
  const visitor = new Visitor(page);
  await visitor.leaveLead({ phone: '+1 415 555 2617', firstName: 'Ada' });
  await expect(visitor.log).toContainText('Ada');
  await expect.poll(() => site.phones()).toContain('14155552617');
  expect(requested).toEqual(expect.arrayContaining([`${site.url}/chat/config`, `${site.url}/chat/leads`]));
  expect(requested.filter((url) => url.startsWith(site.proxy.url))).toEqual([]);
});
