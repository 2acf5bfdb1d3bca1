import { describe, expect, it } from 'vitest';
import { createHostCheck } from '../../src/protocol/host-check.ts';

describe('the Host header of a local server', () => {
  const local = ['localhost', 'LOCALHOST:4000', '127.0.0.1:4000', '[::1]:4000', 'chat.localhost:4000'];
  const foreign = [
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    'evil.example/localhost',
    'localhost:4000.evil.example',
  ];
  const reachable = ['192.0.2.7:4000', '[2001:db8::7]:4000', 'sandbox:4002', 'demo.lan:4000'];

  it('is a loopback name, when it listens on a loopback address', () => {
    for (const address of ['127.0.0.1', '127.0.0.2', '::1', 'localhost']) {
      const accepts = createHostCheck(address);
      expect(local.filter((header) => !accepts(header))).toEqual([]);
      expect([...foreign, ...reachable].filter(accepts)).toEqual([]);
    }
  });

  it('is also its own name, an address or a name without a dot, when it is opened', () => {
    const accepts = createHostCheck('demo.lan');
    expect([...local, ...reachable].filter((header) => !accepts(header))).toEqual([]);
    expect(foreign.filter(accepts)).toEqual([]);
    expect(createHostCheck('0.0.0.0')('demo.lan:4000')).toBe(false);
  });

  it('must be there', () => {
    for (const address of ['127.0.0.1', '0.0.0.0']) {
      const accepts = createHostCheck(address);
      expect([undefined, '', ':80'].filter(accepts)).toEqual([]);
    }
  });
});
