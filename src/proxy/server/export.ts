import type { AdminSettings } from '../../protocol/admin/settings.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { isoTime } from '../iso-time.ts';
import { describeSettings } from '../settings/describe-settings.ts';
import { readLiveConfig } from '../settings/live-config.ts';
import type { PhoneRecords } from '../store/queries/personal-data.ts';
import { nameOfReceiver } from '../store/queries/saved-receivers.ts';
import { shownReceiver } from '../store/webhook-rows.ts';
import { describeWebhook } from '../webhooks/webhook-body.ts';
import { type PhoneResult, withPhone, withStore } from './open-store.ts';

/** Times are ISO 8601 in UTC. */
export type PhoneExport = {
  /** E.164 digits. */
  phone: string;
  exportedAt: string;
  leads: Record<string, unknown>[];
  calls: Record<string, unknown>[];
  enrolments: Record<string, unknown>[];
  /** Each with its `body` as posted. */
  webhooks: Record<string, unknown>[];
  /** How they found their chats. Absent if they have not said. */
  ratings?: Record<string, unknown>[];
  /** What operators have written about the leads. Absent if that is nothing. */
  notes?: Record<string, unknown>[];
  /** What operators have done with the leads. Absent if that is nothing. */
  audit?: Record<string, unknown>[];
  /** Who has blocked the number, when and why. Absent if it is not on the block list. */
  block?: Record<string, unknown>;
};

export type ExportPhoneResult = PhoneResult<{ data: PhoneExport }>;

/**
 * Everything that the store holds about the person with a phone, for `leadchat export --phone`; a proxy may be using
 * the store. Only the hash of the lead's token is left out.
 */
export function exportPhone(config: ProxyConfig, text: string): Promise<ExportPhoneResult> {
  return withPhone(config, text, async (store, phone) => {
    const records = await store.phoneRecords(phone);
    const receivers = await store.listReceivers();
    const names = new Map(receivers.map((receiver) => [receiver.name, nameOfReceiver(receiver)]));
    const nameOf = (receiver: string) => names.get(receiver) ?? shownReceiver(receiver);
    return { data: { phone, exportedAt: isoTime(Date.now()), ...describeRecords(records, nameOf) } };
  });
}

/** `nameOf`: what people call the receiver of a webhook. */
function describeRecords(
  { leads, calls, enrolments, webhooks, ratings, notes, audit, block }: PhoneRecords,
  nameOf: (receiver: string) => string,
): Omit<PhoneExport, 'phone' | 'exportedAt'> {
  return {
    leads: leads.map(({ id, tokenHash: _, ...lead }) => ({
      lead: id,
      ...withTimes(lead),
      steps: lead.steps.map((step) => withTimes(step)),
    })),
    calls: calls.map(({ id, ...call }) => ({ call: id, ...withTimes(call) })),
    enrolments: enrolments.map((enrolment) => withTimes(enrolment)),
    webhooks: webhooks.map((webhook) => {
      const { id, facts: _facts, lead, receiver, ...rest } = webhook;
      const about = { webhook: id, lead: lead.id, receiver: nameOf(receiver) };
      return { ...about, ...withTimes(rest), body: describeWebhook(webhook) };
    }),
    ...(ratings !== undefined && { ratings: ratings.map(withTimes) }),
    ...(notes !== undefined && { notes: notes.map(withTimes) }),
    ...(audit !== undefined && { audit: audit.map(withTimes) }),
    ...(block !== undefined && { block: withTimes(block) }),
  };
}

const timeName = /^at$|At$/;

/** The record with its times as text; the store has numbers. */
function withTimes(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      typeof value === 'number' && timeName.test(name) ? isoTime(value) : value,
    ]),
  );
}

/** What applies and where it comes from, for `leadchat export --settings`; a proxy may be using the store. */
export function exportSettings(config: ProxyConfig): Promise<AdminSettings> {
  return withStore(config, { mustExist: true }, async (store) => describeSettings(await readLiveConfig(config, store)));
}
