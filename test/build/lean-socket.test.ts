import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { trimSocket } from '../../build/lean-socket.ts';

const source = readFileSync(
  fileURLToPath(new URL('reconnecting-websocket.ts', import.meta.resolve('reconnecting-websocket/package.json'))),
  'utf8',
);

it('takes out what nobody calls, and leaves every member that is still named', () => {
  const trimmed = trimSocket(source);
  const named = new Set([...trimmed.matchAll(/this\.(_?\w+)/g)].map(([, name]) => name));
  for (const name of named) {
    expect(trimmed).toMatch(new RegExp(`^ {4}(?:(?:private|public|readonly|get) )*${name}\\b`, 'm'));
  }
  expect(trimmed.length).toBeLessThan(source.length * 0.75);
});

it('ends the build when the library is not what it was', () => {
  expect(() => trimSocket(source.replace('public dispatchEvent(', 'dispatchEvent('))).toThrow('dispatchEvent');
  expect(() => trimSocket(source.replace("this._debug('timeout event');", "this._debug(\n'timeout event');"))).toThrow(
    '_debug',
  );
});
