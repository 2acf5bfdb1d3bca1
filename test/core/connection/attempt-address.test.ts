import { expect, it } from 'vitest';
import { createAttemptAddress } from '../../../src/core/connection/attempt-address.ts';
import type { ConnectionPath } from '../../../src/core/connection/connection.ts';

const flowId = 'f1000000-0000-4000-8000-000000000001';
const configured = 'wss://service.example';
const own = 'wss://own.example';

/** The addresses of two attempts: for a session at its own host, and for another one whose path follows. */
function addressesOf(wssUrl: string, next: () => Partial<ConnectionPath>): (string | undefined)[] {
  const paths = [() => ({ session: 'one', wssUrl: own }), next];
  const target = {
    path: () => ({ flowId, session: null, reconnect: true, ...paths.shift()?.() }),
    isUrgent: () => true,
    isAnswerDue: () => true,
  };
  const addresses = createAttemptAddress(wssUrl, target);
  return [addresses.next(), addresses.next()];
}

const at = (host: string, session: string) => `${host}/webchat/flow/${flowId}/session/${session}/r/true`;

// Cause: where a session's host was invalid, its attempt went to the last valid address, which is that of another session.
it.each<[string, string, () => Partial<ConnectionPath>, string | undefined]>([
  ['asks the configured host', configured, () => ({ session: 'two' }), at(configured, 'two')],
  [
    'asks the configured host if that of the session is invalid',
    configured,
    () => ({ session: 'two', wssUrl: 'nonsense' }),
    at(configured, 'two'),
  ],
  ['has none if no host is valid', 'nonsense', () => ({ session: 'two', wssUrl: 'https://two.example' }), undefined],
  [
    'is the last one if the path throws',
    configured,
    () => {
      throw new Error('no path');
    },
    at(own, 'one'),
  ],
])('the address of the next session %s', (_, wssUrl, next, address) => {
  expect(addressesOf(wssUrl, next)).toEqual([at(own, 'one'), address]);
});
