import { expect, hostPage, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

test('a proxy under a path of the same site needs only that path as its address', async ({ page, site }) => {
  // What the site's server does for this path; to the browser it is the site that answers.
  await page.route(`${site.url}/chat/**`, (route) =>
    route.continue({ url: route.request().url().replace(`${site.url}/chat`, site.proxy.url) }),
  );
  const head = '<script src="/widget/leadchat.js" data-proxy-url="/chat" async></script>';
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  // Deep enough for a path that is taken relative to the page to lead elsewhere.
  await page.goto(site.put('/treatments/prices/', hostPage({ head })));
  const visitor = new Visitor(page);
  await visitor.leaveLead({ phone: '+1 415 555 2617', firstName: 'Ada' });
  await expect(visitor.log).toContainText('Ada');
  await expect.poll(() => site.phones()).toContain('14155552617');
  expect(asked).toEqual(expect.arrayContaining([`${site.url}/chat/config?form=default`, `${site.url}/chat/leads`]));
  expect(asked.filter((url) => url.startsWith(site.proxy.url))).toEqual([]);
});
