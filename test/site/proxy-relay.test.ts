import { expect, it } from 'vitest';
import { visitorAddress } from '../../src/site/preview/proxy-relay.ts';

const proxy = 'http://localhost:4001';

it.each(['/config?form=default', '/leads', '/sessions', '/calls', '/calls/1f', '/identity'])(
  'sends a request to %s, which the widget uses',
  (path) => {
    expect(visitorAddress(proxy, path)).toBe(proxy + path);
  },
);

it.each([
  ...[
    '/admin',
    '/admin/api/leads',
    '/config/../admin/api/leads',
    '/config/%2e%2e/admin/api',
    '/%61dmin',
    '/metrics',
    '',
  ],
  ...[
    '//other.example/config',
    '@other.example/config',
    '.other.example/config',
    ':80@other.example/leads',
    '\\@other/leads',
  ],
  ...['/configuration', '/leads.html', '/leadsx'],
])('sends nothing to %s', (path) => {
  expect(visitorAddress(proxy, path)).toBeUndefined();
});
