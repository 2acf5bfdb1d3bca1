import { expect, it } from 'vitest';
import { checkConfiguration } from '../../../src/proxy/doctor/check-configuration.ts';
import { configOf } from '../support/harness.ts';

it('lists the operators with their roles, and never a token', () => {
  const token = 'canary-token-0123456789-0123456789-';
  const config = configOf({
    adminToken: 'canary-admin-token-0001',
    operators: [{ name: 'Ada', token, role: 'agent' }],
    operatorHeader: 'X-Forwarded-Email',
    trustedProxies: ['10.0.0.7'],
    operatorRoles: { '*@example.com': 'viewer' },
  });
  const checks = checkConfiguration(config, {}, Date.now());
  expect(checks.find(({ name }) => name === 'operators')).toMatchObject({
    state: 'ok',
    detail: expect.stringContaining(
      'the admin token; Ada (agent); whom X-Forwarded-Email names: *@example.com (viewer)',
    ),
  });
  expect(JSON.stringify(checks)).not.toContain('canary');
});
