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

// Cause: each change of an option that the chat depends on requested what had just failed.
it('requests a blocked file once for a page that changes its options in a loop', async () => {
  const importModule = vi.fn(async () => leads).mockRejectedValue(new Error('blocked'));
  const loader = createLeadsLoader(importModule);
  for (let count = 0; count < 50; count++) await expect(loader.loadInTime(() => {})).rejects.toThrow('blocked');
  expect(importModule).toHaveBeenCalledOnce();
});

it('loads the code for leads again when the visitor asks for it after a failure', async () => {
  const importModule = vi.fn(async () => leads).mockRejectedValueOnce(new Error('the network is gone'));
  const loader = createLeadsLoader(importModule);
  await expect(loader.load()).rejects.toThrow('the network is gone');
  expect(loader.loaded()).toBeUndefined();
  loader.forgetFailure();
  await expect(loader.load()).resolves.toBe(leads);
});
