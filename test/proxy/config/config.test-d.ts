import { describe, expectTypeOf, it } from 'vitest';
import { createProxy, type ProxyConfig, type ProxyConfigInput } from '../../../src/proxy/index.ts';

const usable: ProxyConfigInput = {
  service: { baseUrl: 'https://a/v1', hooksUrl: 'https://a', wssUrl: 'wss://a', apiKey: 'key' },
  flowId: 'f1000000-0000-4000-8000-000000000001',
  origins: ['https://www.example.com'],
};

describe('the types of the configuration', () => {
  it('require only keys without a default, and contain all keys when parsed', () => {
    expectTypeOf<ProxyConfig>().toExtend<ProxyConfigInput>();
    expectTypeOf<ProxyConfig['minFillMs']>().toEqualTypeOf<number>();
    expectTypeOf<ProxyConfigInput['minFillMs']>().toEqualTypeOf<number | undefined>();
  });

  it('reject misuse', () => {
    // @ts-expect-error the service is needed
    createProxy({ flowId: usable.flowId, origins: usable.origins });
    // @ts-expect-error a key that does not exist
    createProxy({ ...usable, origin: '*' });
    // @ts-expect-error a limit is { points, seconds } or false
    createProxy({ ...usable, limits: { leadsPerIp: 5 } });
    // @ts-expect-error what happens to a lead on file is 'update' or 'keep'
    createProxy({ ...usable, forms: { default: { journey: { id: 'x', onExisting: 'replace' } } } });
  });
});
