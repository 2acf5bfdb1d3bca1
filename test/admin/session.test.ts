import { expect, it } from 'vitest';
import type { AdminClient, ApiResult } from '../../src/admin/admin-client.ts';
import { createSession } from '../../src/admin/session.ts';
import { refusingClient } from './refusing-client.ts';

const failed = (message: string) => async (): Promise<ApiResult<never>> => ({
  ok: false,
  unauthorized: false,
  message,
});

async function signedIn() {
  const client: AdminClient = refusingClient();
  const session = createSession({ connect: () => client, saveToken: () => undefined });
  await session.signIn('token', async () => true);
  return session;
}

it('says what an action did also when nothing can be loaded afterwards', async () => {
  const session = await signedIn();
  session.notice.value = 'Saved.';
  await session.request(failed('The proxy does not respond.'));
  expect(session.notice.value).toBe('Saved. The proxy does not respond.');
  await session.request(failed('The proxy does not respond.'));
  await session.request(failed('Too many requests.'));
  expect(session.notice.value).toBe('Saved. Too many requests.');
});

it('says an error alone where nothing else is said', async () => {
  const session = await signedIn();
  await session.request(failed('One.'));
  await session.request(failed('Two.'));
  expect(session.notice.value).toBe('Two.');
});
