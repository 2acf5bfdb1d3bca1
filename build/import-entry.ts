import { pathToFileURL } from 'node:url';

/**
 * Imports one module as a server would, without a page. Every global that browsers and Node share throws when it is
 * used. Exits with 0 if the import changed no global and left nothing running.
 */
const [module = ''] = process.argv.slice(2);

// The peer dependencies may use globals when they are imported.
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
// All copies of zod in a program share their settings through this global.
const allowed = ['__zod_globalConfig'];
const before = Object.getOwnPropertyDescriptors(globalThis);

await import(pathToFileURL(module).href);

const after = Object.getOwnPropertyDescriptors(globalThis);
for (const name of Reflect.ownKeys({ ...before, ...after })) {
  if (allowed.includes(String(name))) continue;
  const [old, current] = [Reflect.get(before, name), Reflect.get(after, name)];
  if (!Object.is(old?.value, current?.value) || old?.get !== current?.get)
    throw new Error(`${module} changes ${String(name)} when it is imported`);
}
