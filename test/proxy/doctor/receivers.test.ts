import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkReceivers } from '../../../src/proxy/doctor/check-settings.ts';
import { createLiveConfig } from '../../../src/proxy/settings/live-config.ts';
import { checkReceiver, sealReceiver } from '../../../src/proxy/settings/read-receivers.ts';
import { configOf } from '../support/harness.ts';

const [older, newer] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'));

/** What the doctor says with these keys of a receiver that was saved with the older one. */
function checksWith(secretKey: string | undefined) {
  const checked = checkReceiver(configOf(), {
    ...{ name: 'Sales', url: 'https://hooks.slack.com/canary', format: 'slack', events: ['lead.accepted'] },
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  const sealed = sealReceiver(configOf({ secretKey: older }), 'Sales', checked.webhook);
  const live = createLiveConfig(configOf(secretKey === undefined ? {} : { secretKey }));
  live.setReceivers([{ ...sealed, name: 'Sales', version: 1, at: 0, by: 'Ada' }]);
  return checkReceivers(live);
}

it('the doctor names receivers of the dashboard, those that cannot be read, and those with an older key', () => {
  expect(checksWith(older)).toMatchObject([{ state: 'ok', detail: 'Sales' }]);
  expect(checksWith(`${newer},${older}`)).toMatchObject([
    { state: 'warning', detail: 'Sales. Still encrypted with the older key: Sales', advice: expect.any(String) },
  ]);
  expect(checksWith(newer)).toMatchObject([
    { state: 'failed', detail: expect.stringContaining('Sales was saved with another LEADCHAT_SECRET_KEY') },
  ]);
  expect(checksWith(undefined)).toMatchObject([
    { state: 'failed', detail: expect.stringContaining('because LEADCHAT_SECRET_KEY is not set') },
  ]);
  for (const key of [older, newer, undefined]) expect(JSON.stringify(checksWith(key))).not.toContain('canary');
});

it('the doctor says nothing about a key that nobody needs', () => {
  expect(checkReceivers(createLiveConfig(configOf()))).toEqual([]);
  expect(checkReceivers(createLiveConfig(configOf({ secretKey: newer })))).toMatchObject([
    { state: 'ok', detail: 'none; LEADCHAT_SECRET_KEY is set' },
  ]);
});
