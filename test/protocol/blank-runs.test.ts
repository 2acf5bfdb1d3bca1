import { expect, it } from 'vitest';
import { cleanText } from '../../src/protocol/clean-text.ts';
import type { WebhookEvent } from '../../src/protocol/proxy/webhook.ts';
import { readWritten } from '../../src/protocol/written-number.ts';
import { csvLine, textOf } from '../../src/proxy/admin/csv.ts';
import { summarize } from '../../src/proxy/webhooks/formats/summary.ts';

function messageOf(text: string) {
  const about = { lead: '1', form: 'default', phone: '14155552671', tags: [], fields: { message: text } };
  const acceptedAt = '2026-11-23T15:00:00.000Z';
  const event: WebhookEvent = {
    type: 'lead.accepted',
    timestamp: acceptedAt,
    data: { ...about, state: 'pending', acceptedAt },
  };
  return summarize(event, 'UTC').lines.find(({ label }) => label === 'Message')?.value;
}

// Each of these looked at the rest of the run from each of its characters: one request of 16 KB kept the proxy busy for seconds.
it.each([
  ['cleaned', ' ', (text: string) => cleanText(text)],
  ['cleaned', '\u2800', (text: string) => cleanText(text)],
  ['read as a phone', ' ', readWritten],
  ['read as a phone', '(', readWritten],
  ['read as a phone', ' ; ', readWritten],
  ['cleaned', '\n', (text: string) => cleanText(text, { multiline: true })],
  ['written into a message', ' ', messageOf],
  ['written into a message', '\t', messageOf],
  ['written into a message', '\n', messageOf],
  ['written into a file', '\n', (text: string) => csvLine([textOf(text)])],
  ['written into a file', '\r\n ', (text: string) => csvLine([textOf(text)])],
])('a text is %s in time that its length decides, with a run of %j', (_, blank, use) => {
  const text = `é${blank.repeat(50_000)}b`;
  const started = process.cpuUsage();
  expect(use(text)).toContain('é');
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1000).toBeLessThan(400);
});

it('has one sign in a message for each line break of a text', () => {
  expect(messageOf('Hi \r\n\n there\tyou  all\u2028x\x85y')).toBe('Hi ⏎ there you all ⏎ x ⏎ y');
});
