import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startSite } from '../../src/cli/index.ts';

async function startPages(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'leadchat-pages-'));
  await mkdir(join(root, 'docs'));
  await writeFile(join(root, 'docs/index.html'), 'All pages');
  await writeFile(join(root, 'docs/forms.html'), 'Forms');
  const site = await startSite({ port: 0, root, dist: root, replace: {} });
  onTestFinished(async () => {
    await site.stop();
    await rm(root, { recursive: true, force: true });
  });
  return site.url;
}

// As most static hosts do. `/docs` was not found, and links in the folder's page are relative to `/docs/`.
it('redirects the address of a folder without its slash, on its own host', async () => {
  const url = await startPages();
  const response = await fetch(`${url}/docs?q=consent`);
  expect([response.status, response.url]).toEqual([200, `${url}/docs/?q=consent`]);
  expect(await response.text()).toBe('All pages');
  const { headers } = await fetch(`${url}/.//docs`, { redirect: 'manual' });
  expect(headers.get('location') ?? '').not.toMatch(/^\/\//);
  expect(await (await fetch(`${url}/docs/forms`)).text()).toBe('Forms');
  for (const path of ['/docs/forms/', '/other', '/docs/other/']) {
    expect((await fetch(`${url}${path}`)).status, path).toBe(404);
  }
});
