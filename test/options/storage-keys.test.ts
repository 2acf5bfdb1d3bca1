import { expect, it } from 'vitest';
import * as keys from '../../src/options/storage-keys.ts';

it('keeps the names under which builds store and talk to each other', () => {
  const names = Object.values(keys).flatMap((key) => (typeof key === 'function' ? key('FLOW') : key));
  // Those that storedNames repeats, and a part of one.
  const own = [...new Set(names)].filter((name) => name.startsWith('leadchat') && !/-(?:thanks|form):$/.test(name));
  expect(own.toSorted()).toEqual([
    'leadchat-attribution',
    'leadchat-consent',
    'leadchat-deletion',
    'leadchat-form:FLOW',
    'leadchat-locale',
    'leadchat-size',
    'leadchat-thanks:FLOW',
    'leadchat-triggers',
    'leadchat-variants',
    'leadchat:',
    'leadchat:FLOW',
    'leadchat:FLOW:call',
    'leadchat:FLOW:outbox',
    'leadchat:FLOW:tabs-2',
    'leadchat:leads',
  ]);
});
