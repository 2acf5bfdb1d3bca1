import { pathToFileURL } from 'node:url';

/**
 * Imports the module that is named, as a server would: there is no page, and what both have, from storage to timers,
 * throws when it is touched. Ends with 0 when the import left everything as it was, and nothing running.
 */
const [module = ''] = process.argv.slice(2);

// The peers may do at import what they like.
await Promise.all([import('react'), import('vue')]);

const traps = [
  ...['navigator', 'localStorage', 'sessionStorage', 'caches', 'fetch', 'WebSocket', 'EventSource', 'BroadcastChannel'],
  ...[
    'setTimeout',
    'setInterval',
    'setImmediate',
    'queueMicrotask',
    'addEventListener',
    'dispatchEvent',
    'reportError',
  ],
];
for (const name of traps) {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get() {
      throw new Error(`${module} touches ${name} when it is imported`);
    },
  });
}
const before = Object.getOwnPropertyDescriptors(globalThis);

await import(pathToFileURL(module).href);

const after = Object.getOwnPropertyDescriptors(globalThis);
for (const name of Reflect.ownKeys({ ...before, ...after })) {
  const [was, is] = [Reflect.get(before, name), Reflect.get(after, name)];
  if (!Object.is(was?.value, is?.value) || was?.get !== is?.get)
    throw new Error(`${module} changes ${String(name)} when it is imported`);
}
