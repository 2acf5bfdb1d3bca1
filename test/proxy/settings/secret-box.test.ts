import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecretBox } from '../../../src/proxy/settings/secret-box.ts';

const newKey = () => randomBytes(32).toString('base64');

describe('a box for secrets', () => {
  it('opens what it has sealed, in the same context only', () => {
    const box = createSecretBox(newKey());
    const sealed = box.seal('https://hooks.slack.com/T/B/Ü', 'receiver a');
    expect(sealed).not.toContain('slack');
    expect(box.open(sealed, 'receiver a')).toEqual({
      ok: true,
      text: 'https://hooks.slack.com/T/B/Ü',
      isOlderKey: false,
    });
    expect(box.open(sealed, 'receiver b')).toEqual({ ok: false, problem: 'damaged' });
  });

  it('seals the same text differently each time', () => {
    const box = createSecretBox(newKey());
    const all = Array.from({ length: 100 }, () => box.seal('same', 'same'));
    expect(new Set(all).size).toBe(100);
    // The nonce and the first bytes, too.
    expect(new Set(all.map((text) => text.split('.')[2]?.slice(0, 16))).size).toBe(100);
  });

  it('notices each byte that is changed, added or missing', () => {
    const box = createSecretBox(newKey());
    const [format, id, base64 = ''] = box.seal('a secret', 'context').split('.');
    const bytes = Buffer.from(base64, 'base64');
    const openBytes = (changed: Uint8Array) =>
      box.open([format, id, Buffer.from(changed).toString('base64')].join('.'), 'context');
    expect(openBytes(bytes).ok).toBe(true);
    for (const index of bytes.keys()) {
      const changed = Uint8Array.from(bytes, (byte, at) => (at === index ? byte ^ 1 : byte));
      expect(openBytes(changed)).toEqual({ ok: false, problem: 'damaged' });
    }
    const longer = Buffer.concat([bytes, Buffer.from([0])]);
    for (const changed of [
      longer,
      bytes.subarray(1),
      bytes.subarray(0, -1),
      bytes.subarray(0, 20),
      bytes.subarray(0, 0),
    ]) {
      expect(openBytes(changed)).toEqual({ ok: false, problem: 'damaged' });
    }
    for (const text of ['', 'v1', 'v2.a.b', 'v1..', `v2.${id}.${base64}`]) {
      expect(box.open(text, 'context')).toEqual({ ok: false, problem: 'damaged' });
    }
  });

  it('says when another key has sealed a text, and opens it with the key before the newest one', () => {
    const [older, newer] = [newKey(), newKey()];
    const sealed = createSecretBox(older).seal('text', 'context');
    expect(createSecretBox(newer).open(sealed, 'context')).toEqual({ ok: false, problem: 'other-key' });
    const both = createSecretBox(`${newer}, ${older}`);
    expect(both.open(sealed, 'context')).toEqual({ ok: true, text: 'text', isOlderKey: true });
    const again = both.seal('text', 'context');
    expect(createSecretBox(newer).open(again, 'context')).toEqual({ ok: true, text: 'text', isOlderKey: false });
    expect(createSecretBox(older).open(again, 'context')).toEqual({ ok: false, problem: 'other-key' });
  });
});
