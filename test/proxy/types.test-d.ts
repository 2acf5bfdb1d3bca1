import { createProxy, type ProxyConfigInput } from '../../src/proxy/index.ts';

const service = {
  baseUrl: 'https://api.example.com/v1',
  hooksUrl: 'https://hooks.example.com',
  wssUrl: 'wss://chat.example.com',
  apiKey: 'key',
};
const least = { service, flowId: 'f1000000-0000-4000-8000-000000000001', origins: ['https://www.example.com'] };

/** Never run: `tsc` checks that these compile. */
export async function use(): Promise<void> {
  const config: ProxyConfigInput = {
    ...least,
    forms: {
      default: {
        fields: [{ name: 'phone', type: 'tel' }],
        tags: ['website'],
        journey: { id: 'a1000000-0000-4000-8000-000000000001', onExisting: 'keep' },
      },
    },
    limits: { leadsPerIp: false, leadsPerPhone: { points: 1, seconds: 60 } },
  };
  const proxy = createProxy(config, { dev: true, now: () => 0 });
  const response = await proxy.fetch(new Request('https://proxy.example/healthz'), { remoteAddress: '192.0.2.1' });
  response.status.toFixed();
  await proxy.stop();
}

/** And that each of these does not, for the reason beside it. */
export function misuse(): void {
  // @ts-expect-error -- a proxy has to know its service
  createProxy({ flowId: least.flowId, origins: least.origins });
  // @ts-expect-error -- pages are a list, each exactly as a browser writes it
  createProxy({ ...least, origins: 'https://www.example.com' });
  // @ts-expect-error -- a lead that is on file is updated or kept
  createProxy({ ...least, forms: { default: { journey: { id: 'a', onExisting: 'replace' } } } });
  // @ts-expect-error -- a limit is points in seconds, or false
  createProxy({ ...least, limits: { leadsPerIp: 5 } });
  // @ts-expect-error -- there is no such limit
  createProxy({ ...least, limits: { leadsPerDay: false } });
  // @ts-expect-error -- there is no such key
  createProxy({ ...least, apiKey: 'key' });
  // @ts-expect-error -- the clock is a function
  createProxy(least, { now: 0 });
  // @ts-expect-error -- a limiter can also be asked without counting: the admin dashboard's login needs it
  createProxy(least, { limiter: () => ({ take: async () => ({ allowed: true }) }) });
}
