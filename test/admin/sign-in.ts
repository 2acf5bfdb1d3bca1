import { type AdminClient, createAdminClient } from '../../src/admin/admin-client.ts';
import { type AdminState, createAdminState } from '../../src/admin/admin-state.ts';
import type { AddressBar } from '../../src/admin/navigation.ts';
import type { Harness } from '../proxy/support/harness.ts';

type Way = {
  /** What a reverse proxy adds to each request, and its own address. */
  headers?: Record<string, string>;
  remoteAddress?: string;
};

/** The state of a dashboard that has signed in with this token, with the proxy's real API. */
export async function signIn(
  harness: Pick<Harness, 'proxy'>,
  token: string,
  { address, ...way }: Way & { address?: AddressBar } = {},
): Promise<AdminState> {
  const state = createAdminState({
    ...(address && { address }),
    connect: (entered) => clientOf(harness, entered, way),
    saveToken: () => undefined,
    saveFile: () => undefined,
  });
  await state.signIn(token);
  return state;
}

export function clientOf(
  { proxy }: Pick<Harness, 'proxy'>,
  token: string,
  { headers = {}, remoteAddress = '192.0.2.9' }: Way = {},
): AdminClient {
  return createAdminClient('http://proxy/admin/api/', token, (url, init) => {
    const request = new Request(url, init);
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    return proxy.fetch(request, { remoteAddress });
  });
}
