import { describe, expect, it } from 'vitest';
import { createConnectionProbe } from '../../../src/proxy/server/webhook-poster.ts';
import { startReceiver } from '../webhooks/receiver.ts';

describe('the probe of a connection', () => {
  it('connects, and sends nothing', async () => {
    const receiver = await startReceiver();
    await createConnectionProbe({ allowPrivate: false })(receiver.url);
    expect(receiver.requestCount()).toBe(0);
  });

  it('rejects with the reason', async () => {
    const { url } = await startReceiver();
    const connect = createConnectionProbe({ allowPrivate: false });
    await expect(connect(url.replace('http:', 'https:'))).rejects.toMatchObject({ code: expect.stringMatching(/SSL/) });
    await expect(connect('http://127.0.0.1:1/hook')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('connects to a private address, by number or by name, only if that is allowed', async () => {
    const { url } = await startReceiver();
    const { port } = new URL(url);
    const lookup: Parameters<typeof createConnectionProbe>[0]['lookup'] = (_host, _options, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    const connect = createConnectionProbe({ allowPrivate: false, lookup });
    await expect(connect('https://10.0.0.1/hook')).rejects.toMatchObject({ code: 'private-address' });
    await expect(connect(`http://crm.example.com:${port}/`)).rejects.toMatchObject({ code: 'private-address' });
    await createConnectionProbe({ allowPrivate: true, lookup })(`http://crm.example.com:${port}/`);
  });
});
