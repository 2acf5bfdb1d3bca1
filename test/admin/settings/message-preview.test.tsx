// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import type { WebhookReceiverInfo, WebhookReceivers } from '../../../src/protocol/admin/receivers.ts';
import { fakeSettingsClient } from '../fake-settings-client.ts';
import { openSettings } from '../open-settings.tsx';

afterEach(cleanup);

const body = JSON.stringify({
  type: 'lead.accepted',
  timestamp: '2026-11-23T17:00:00.000Z',
  data: { phone: '14155550100', page: 'https://example.com/', fields: { first_name: 'Ada', last_name: 'Lovelace' } },
});
const examples: WebhookReceivers['examples'] = [
  { type: 'lead.accepted', title: 'New lead: Ada', lines: [{ label: 'Phone', value: '+14155550100' }], body },
  { type: 'call.planned', title: 'Call planned: Ada', lines: [{ label: 'Planned for', value: 'Monday' }], body },
];
const receiver = (name: string, format: WebhookReceiverInfo['format']): WebhookReceiverInfo => ({
  ...{ receiver: name, name, source: 'file', format, events: ['lead.accepted'] },
});

async function opened(receivers: WebhookReceiverInfo[] = []) {
  const webhookReceivers = async () => ({ ok: true, value: { receivers, withOlderKey: 0, examples } }) as const;
  await openSettings({ ...fakeSettingsClient(), ...{ webhookReceivers } }, 'messages');
  return within(await screen.findByRole('region', { name: 'Preview' }));
}

it('shows what the team reads in Slack, before there is any receiver', async () => {
  const preview = await opened();
  expect((await preview.findByRole('article', { name: 'New lead: Ada' })).textContent).toContain('Phone: +14155550100');
});

it('follows what is being entered: the kind, and the events', async () => {
  const preview = await opened();
  fireEvent.click(await screen.findByRole('button', { name: 'Microsoft Teams' }));
  await waitFor(() => expect(preview.getByRole('article').className).toContain('teams'));
  fireEvent.change(preview.getByLabelText('Event in the preview'), { target: { value: 'call.planned' } });
  await preview.findByRole('article', { name: 'Call planned: Ada' });
  for (const name of ['A new lead comes in', 'A call is planned']) fireEvent.click(screen.getByLabelText(name));
  await preview.findByText('No message is sent.');
});

it('shows the row of a sheet, and the JSON of a program', async () => {
  const preview = await opened();
  fireEvent.click(await screen.findByRole('button', { name: 'Google Sheet' }));
  await preview.findByText('+14155550100');
  expect(preview.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '2026-11-23T17:00:00.000Z',
    'Ada Lovelace',
    '+14155550100',
    '',
    'https://example.com/',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Another address' }));
  await preview.findByText(/"type": "lead\.accepted"/);
});

it('shows each of several receivers, and nothing of a format that may hold a secret', async () => {
  const preview = await opened([receiver('Sales', 'slack'), { ...receiver('CRM', 'custom'), acceptRedirect: false }]);
  await preview.findByRole('article');
  fireEvent.change(preview.getByLabelText('Receiver in the preview'), { target: { value: 'CRM' } });
  await preview.findByText(/format of its own/);
  expect(preview.queryByRole('article')).toBeNull();
});

// After Slack was added, the preview went back to the JSON of the program in the file.
it('stays with what was added last, until another one is chosen', async () => {
  const preview = await opened([receiver('CRM', 'standard'), { ...receiver('Sales', 'slack'), source: 'saved' }]);
  await preview.findByRole('article', { name: 'New lead: Ada' });
  fireEvent.change(preview.getByLabelText('Receiver in the preview'), { target: { value: 'CRM' } });
  await preview.findByText(/"type": "lead\.accepted"/);
});
