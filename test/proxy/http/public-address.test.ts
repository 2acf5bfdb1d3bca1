import { describe, expect, it } from 'vitest';
import { isLoopbackHost, isPrivateLiteral, isPublicAddress } from '../../../src/proxy/http/public-address.ts';

describe('public addresses', () => {
  it.each([
    '93.184.216.34',
    '172.32.0.1',
    '2606:2800:220:1::1',
    '::ffff:93.184.216.34',
    '64:ff9b::5db8:d822',
    '2002:5db8:d822::1',
  ])('are reachable from the internet: %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
    ...['192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', 'example.com', ''],
    ...[
      '::',
      '::1',
      '::ffff:10.0.0.1',
      '::ffff:7f00:1',
      'fe80::1',
      'fe80::1%eth0',
      'fd12::1',
      'ff02::1',
      '2001:db8::1',
    ],
    // IPv4 addresses in the obsolete notation without `ffff`, as a lookup writes them: ipaddr.js reads these as IPv4.
    ...['::93.184.216.34', '::5db8:d822', '0:0:0:0:0:0:93.184.216.34'],
    // IPv4 addresses inside of others: NAT64 and 6to4.
    ...['64:ff9b::a00:1', '2002:a00:1::1'],
  ])('do not include %j', (address) => expect(isPublicAddress(address)).toBe(false));

  it('distinguishes loopback from other private hosts of a URL', () => {
    for (const host of ['localhost', '127.0.0.1', '127.8.8.8', '[::1]']) {
      expect([isLoopbackHost(host), isPrivateLiteral(host)]).toEqual([true, false]);
    }
    for (const host of ['10.0.0.1', '169.254.169.254', '[fd00::1]', '0.0.0.0']) {
      expect([isLoopbackHost(host), isPrivateLiteral(host)]).toEqual([false, true]);
    }
    for (const host of ['example.com', 'localhost.example.com', '93.184.216.34']) {
      expect([isLoopbackHost(host), isPrivateLiteral(host)]).toEqual([false, false]);
    }
  });
});
