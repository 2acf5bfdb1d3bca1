import { afterAll, expect, vi } from 'vitest';

// Set up before each file of tests: files share a process and run in any order, so each leaves the globals as it has found them.
const before = new Map(
  Reflect.ownKeys(globalThis)
    // What a library keeps for itself, as zod and Vue do.
    .filter((name) => !String(name).startsWith('__'))
    .map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]),
);

afterAll(() => {
  // A test that fails does not come to its own clean-up.
  vi.useRealTimers();
  // @hono/node-server replaces these two in every process that listens with it, as a proxy's own process does.
  for (const name of ['Request', 'Response']) {
    const descriptor = before.get(name);
    if (descriptor !== undefined) Object.defineProperty(globalThis, name, descriptor);
  }
  const changed = [...before].filter(([name, then]) => {
    const now = Object.getOwnPropertyDescriptor(globalThis, name);
    return !Object.is(now?.value, then?.value) || now?.get !== then?.get;
  });
  expect(changed.map(([name]) => name)).toEqual([]);
});
