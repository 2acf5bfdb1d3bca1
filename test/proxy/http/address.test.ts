import { describe, expect, it } from 'vitest';
import {
  clientAddressOf,
  createTrustCheck,
  isPrivateAddress,
  limitKey,
  readRange,
} from '../../../src/proxy/http/address.ts';

describe('the key that limits count by', () => {
  it('is the whole IPv4 address, also when IPv6 contains it', () => {
    expect(limitKey('192.0.2.7')).toBe('192.0.2.7');
    expect(limitKey('::ffff:192.0.2.7')).toBe('192.0.2.7');
  });

  it('is the /64 of an IPv6 address', () => {
    const key = limitKey('2001:db8:1:2:aaaa:bbbb:cccc:dddd');
    expect(key).toBe('2001:db8:1:2::/64');
    expect(limitKey('2001:db8:1:2::1%eth0')).toBe(key);
    expect(limitKey('2001:db8:1:3::1')).not.toBe(key);
  });

  it('is one shared key for everything that is not an address', () => {
    for (const text of [
      '',
      'unknown',
      '1.2.3',
      '1.2.3.4.5',
      '300.1.1.1',
      '01.2.3.4',
      ':::',
      '1::2::3',
      '12345::',
      '1:2:3:4:5:6:7:8:9',
    ]) {
      expect(limitKey(text)).toBe('unknown');
    }
  });
});

describe('the address of a client behind proxies', () => {
  const readerFor = (trustedProxies: readonly string[]) => (remote: string, forwardedFor: string | undefined) =>
    clientAddressOf(remote, forwardedFor, createTrustCheck(trustedProxies));
  const read = readerFor(['10.0.0.0/8', 'fd00::/8']);

  it("is the socket's, whatever an untrusted client writes into X-Forwarded-For", () => {
    expect(read('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
    expect(readerFor([])('10.0.0.1', '198.51.100.1')).toBe('10.0.0.1');
  });

  it('is the right-most hop that is not trusted', () => {
    expect(read('10.0.0.1', '1.1.1.1, 198.51.100.1, 10.2.3.4')).toBe('198.51.100.1');
    expect(read('fd00::1', '1.1.1.1, 2001:db8::9')).toBe('2001:db8::9');
    expect(read('::ffff:10.0.0.1', '198.51.100.1:4711')).toBe('198.51.100.1');
    expect(read('::ffff:192.0.2.7', undefined)).toBe('192.0.2.7');
    expect(read('10.0.0.1', '::ffff:198.51.100.1')).toBe('198.51.100.1');
    expect(read('10.0.0.1', '[2001:db8::9]:4711')).toBe('2001:db8::9');
  });

  it('is trusted by a range of its own family only', () => {
    const readV6 = readerFor(['::/0']);
    expect(readV6('2001:db8::9', '198.51.100.1')).toBe('198.51.100.1');
    expect(readV6('10.0.0.1', '198.51.100.1')).toBe('10.0.0.1');
  });

  it('stops at a hop that is not an address', () => {
    expect(read('10.0.0.1', '198.51.100.1, forged, 10.0.0.2')).toBe('10.0.0.2');
    expect(read('10.0.0.1', '')).toBe('10.0.0.1');
  });
});

describe('private addresses', () => {
  it('are those of private networks and of this machine', () => {
    for (const address of ['127.0.0.1', '172.31.251.1', '::ffff:10.1.2.3', '::1', 'fd12::1', 'fe80::1%eth0']) {
      expect(isPrivateAddress(address)).toBe(true);
    }
    for (const address of ['172.32.0.1', '203.0.113.9', '2001:db8::9', 'unknown', undefined]) {
      expect(isPrivateAddress(address)).toBe(false);
    }
  });
});

describe('ranges', () => {
  it('are addresses or CIDR ranges', () => {
    expect(readRange('10.0.0.0/8')).toEqual({ address: '10.0.0.0', family: 'ipv4', bits: 8 });
    expect(readRange('::1')?.bits).toBe(128);
    for (const text of ['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', 'loopback', '10.0.0.0/-1']) {
      expect(readRange(text)).toBeUndefined();
    }
  });
});
