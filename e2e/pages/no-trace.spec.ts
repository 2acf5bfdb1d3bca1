import type { Page } from 'playwright/test';
import { sampleOf, sampleOfEach } from '../../test/support/sample.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';
import { buildWaysIn } from '../support/ways-in/build.ts';

const test = testOn();
const ways = ['script tag', 'npm', 'react', 'vue', 'element'] as const;
let files: ReadonlyMap<string, string>;

test.beforeAll(async () => {
  files = await buildWaysIn();
});

/** Whether the page's zod still has the page's settings. */
const zodSettings = (page: Page) =>
  page.evaluate(() => {
    const z = Object(window).pageZod;
    const { error } = z.object({ phone: z.string() }).safeParse({ phone: 5 });
    return { jitless: z.config().jitless, message: error.issues[0].message };
  });

const globals = (page: Page) =>
  page.evaluate(() => [
    ...Object.getOwnPropertyNames(globalThis),
    ...Object.getOwnPropertySymbols(globalThis).map(String),
  ]);

const orders = ['before', 'after'] as const;
const visits = ways.flatMap((way) => orders.map((order) => ({ way, order })));
const oneOfEachWay = sampleOfEach(visits, ({ way }) => way);

for (const { way, order } of sampleOf(oneOfEachWay, 3)) {
  // The widget switched zod's compiler off for the whole page, and left zod's global there.
  test(`leaves no global and changes no setting of the page's zod, loaded ${order} it: ${way}`, async ({
    page,
    site,
  }) => {
    for (const [name, code] of files) site.put(`/bundle/${name}`, code);
    const address = site.put(
      `/${way.replace(' ', '-')}`,
      hostPage({ body: '<main></main>' }).replace(
        '<body>',
        `<body data-way="${way}" data-options="${JSON.stringify({ proxyUrl: site.proxy.url }).replaceAll('"', '&quot;')}">`,
      ),
    );
    await page.goto(address);
    const loadZod = async () => {
      await page.addScriptTag({ type: 'module', url: '/bundle/zod.js' });
      await page.waitForFunction(() => 'pageZod' in window);
      await page.evaluate(() => Object(window).pageZod.config({ customError: () => 'The page says no.' }));
    };
    if (order === 'before') await loadZod();
    const before = await globals(page);

    if (way === 'script tag') {
      const [, src = ''] = /src="([^"]+)"/.exec(tagOf(site)) ?? [];
      await page.addScriptTag({ url: src });
    } else {
      await page.addScriptTag({ type: 'module', url: '/bundle/client.js' });
    }
    const visitor = new Visitor(page);
    await visitor.openChat();
    // A mistake of the page loads the descriptions of problems, which use zod too.
    await visitor.startChat();
    await visitor.fillForm({ phone: '(415) 555-2671', firstName: 'Ada' });
    await visitor.startChat();
    await visitor.say('Hello');
    if (order === 'after') await loadZod();

    const added = (await globals(page)).filter((name) => !before.includes(name));
    const ofPage = order === 'after' ? /^(?:__VUE_|pageZod$|__zod_)/ : /^__VUE_/;
    expect(added.filter((name) => !ofPage.test(name))).toEqual(way === 'script tag' ? ['LeadChat'] : []);
    expect(await zodSettings(page)).toEqual({ jitless: undefined, message: 'The page says no.' });
  });
}
