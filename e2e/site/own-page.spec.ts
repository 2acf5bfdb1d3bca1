import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSite } from '../../src/cli/index.ts';
import { servedTest as test } from '../support/served-test.ts';
import { expect } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test("the configurator's tag takes leads on the user's own page", async ({ page, demo }) => {
  await page.goto(`${demo.site}/configurator`);
  const code = page.getByRole('region', { name: 'Code' });
  await expect(code.getByText('is the proxy of this demo')).toContainText(demo.proxy);
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-own-page-'));
  for (const tab of ['Script tag', 'Tag Manager']) {
    await code.getByRole('tab', { name: tab, exact: true }).click();
    const tag = await code.locator('code').last().innerText();
    await writeFile(join(folder, 'index.html'), `<!doctype html><html lang="en"><title>Mine</title>${tag}</html>`);
    const own = await startSite({ port: 0, root: folder, dist: folder, replace: {} });
    try {
      const phone = tab === 'Script tag' ? '14155552671' : '14155552672';
      await page.goto(own.url);
      await new Visitor(page).leaveLead({ phone: `+${phone}` });
      await expect
        .poll(async () => (await (await fetch(`${demo.sandbox}/sandbox/state`)).json()).leads)
        .toContainEqual(expect.objectContaining({ phone, tags: ['website', 'first_visit'] }));
    } finally {
      await own.stop();
    }
    await page.goto(`${demo.site}/configurator`);
  }
  await rm(folder, { recursive: true, force: true });
});
