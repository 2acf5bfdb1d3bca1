import { sampleOf } from '../../test/support/sample.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

/** How pages keep their visitors from copying. */
const sheets = {
  'the body': 'body { user-select: none; -webkit-user-select: none; }',
  'the root': 'html { user-select: none !important; }',
  everything: '* { user-select: none !important; -webkit-user-select: none !important; }',
  'what is shown': 'body * { -webkit-touch-callout: none; user-select: none; }',
};

for (const [what, sheet] of sampleOf(Object.entries(sheets), 2)) {
  test(`an answer can be selected on a page that forbids to select ${what}`, async ({ page, site }) => {
    const head = `<style>${sheet}</style>${tagOf(site, { leadForm: 'off' })}`;
    await page.goto(site.put('/', hostPage({ head })));
    const visitor = new Visitor(page);
    await visitor.openChat();
    await visitor.log.getByText('good to have you here').click({ clickCount: 3 });
    expect(await page.evaluate(() => String(getSelection()))).toContain('good to have you here');
  });
}
