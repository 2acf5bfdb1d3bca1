// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import * as leads from '../../../src/widget/panel/leads.ts';
import { createLeadsLoader } from '../../../src/widget/panel/load-leads.ts';

it('has the code for leads at once when it has come', async () => {
  const importModule = vi.fn(async () => leads);
  const loader = createLeadsLoader(importModule);
  expect(loader.loaded()).toBeUndefined();
  await loader.load();
  expect(loader.loaded()).toBe(leads);
});

it('loads the code for leads again after a failure', async () => {
  const importModule = vi.fn(async () => leads).mockRejectedValueOnce(new Error('the network is gone'));
  const loader = createLeadsLoader(importModule);
  await expect(loader.load()).rejects.toThrow('the network is gone');
  expect(loader.loaded()).toBeUndefined();
  await expect(loader.load()).resolves.toBe(leads);
});
