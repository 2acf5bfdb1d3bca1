import { receiverFormats, type WebhookReceiverInfo, type WebhookReceivers } from '../../protocol/admin/receivers.ts';
import { receiverLabel } from '../config/webhook-schema.ts';
import { isoTime } from '../iso-time.ts';
import type { LiveConfig } from '../settings/live-config.ts';
import { adviceFor, formatName, type ReadReceiver, type UsedReceiver } from '../settings/read-receivers.ts';
import { sha256 } from '../sha256.ts';
import { nameOfReceiver } from '../store/queries/saved-receivers.ts';
import { messageExamples } from '../webhooks/example-webhook.ts';

/** All receivers of webhooks, those of the file first. Of an address only the host is shown, because its path may be a secret. */
export function describeReceivers({ file, config, receivers }: LiveConfig, at: number): WebhookReceivers {
  const { webhooks, secretKey, adminSettings } = file.value;
  const readOnly = adminSettings ? (secretKey === undefined ? 'no-key' : undefined) : 'off';
  return {
    receivers: [
      ...webhooks.map((webhook): WebhookReceiverInfo => ({ source: 'file', ...describeWebhook(webhook) })),
      ...receivers.value.map(describeSaved),
    ],
    ...(readOnly !== undefined && { readOnly }),
    withOlderKey: receivers.value.filter((receiver) => receiver.webhook !== undefined && receiver.isOlderKey).length,
    examples: messageExamples(config.value, at),
  };
}

/** What identifies a receiver in the API, and shows nothing of its address. */
export function receiverKey({ firstName, name, url }: Pick<UsedReceiver, 'firstName' | 'name' | 'url'>): string {
  return firstName ?? name ?? sha256(url).slice(0, 32);
}

function describeWebhook(webhook: UsedReceiver) {
  const { url, secret, format, events, states, acceptRedirect } = webhook;
  return {
    receiver: receiverKey(webhook),
    name: receiverLabel(webhook),
    format: formatName(format),
    events,
    states,
    acceptRedirect,
    host: new URL(url).host,
    isSigned: secret !== undefined,
  } as const;
}

function describeSaved(receiver: ReadReceiver): WebhookReceiverInfo {
  const { name, format, events, states, version, at, by } = receiver.saved;
  const saved = { source: 'saved', version, at: isoTime(at), by } as const;
  if (receiver.webhook !== undefined) return { ...saved, ...describeWebhook(receiver.webhook) };
  // A newer leadchat may have a format that this one does not know.
  const known = receiverFormats.find((known) => known === format) ?? 'custom';
  return {
    ...saved,
    receiver: name,
    name: nameOfReceiver(receiver.saved),
    format: known,
    events,
    states,
    problem: adviceFor(receiver.problem, receiver.saved),
  };
}
