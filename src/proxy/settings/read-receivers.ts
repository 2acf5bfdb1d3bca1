import * as z from 'zod';
import type { Issue } from '../../protocol/issue.ts';
import { webhookIssues } from '../config/cross-field-issues.ts';
import { describeIssues } from '../config/describe-issues.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { type WebhookConfig, webhookSchema } from '../config/webhook-schema.ts';
import { nameOfReceiver, type SavedReceiver } from '../store/queries/saved-receivers.ts';
import { filterProblems } from '../webhooks/formats/format-problems.ts';
import { createSecretBox, type OpenedText } from './secret-box.ts';

/** A receiver as it is used. `firstName`: of one of the dashboard, that under which its webhooks are stored. */
export type UsedReceiver = WebhookConfig & { firstName?: string };

/** A receiver that was added in the dashboard: as it is used, or why nothing can be sent to it. */
export type ReadReceiver = { saved: SavedReceiver } & (
  | { webhook: UsedReceiver; isOlderKey: boolean }
  | { webhook?: undefined; problem: ReceiverProblem }
);

/**
 * `no-key`, `other-key`, `damaged`: why it cannot be decrypted. `invalid`: this leadchat cannot use it. `in-file`: the
 * configuration file has a receiver of the same name, which wins.
 */
export type ReceiverProblem = 'no-key' | 'other-key' | 'damaged' | 'invalid' | 'in-file';

type ReceiversFile = Pick<ProxyConfig, 'webhooks' | 'secretKey' | 'allowPrivateWebhooks'>;

/** What of a receiver may be a secret: a custom format may hold a key of the receiver. */
const sealedParts = z.object({
  url: z.string(),
  secret: z.string().optional(),
  format: z.unknown(),
  acceptRedirect: z.boolean(),
});

/** Decrypts the saved receivers. It never fails: what waits for one that cannot be read goes on waiting. */
export function readReceivers(file: ReceiversFile, all: readonly SavedReceiver[]): ReadReceiver[] {
  const names = new Set(file.webhooks.map(({ name }) => name));
  return all.map((saved) => {
    if (names.has(saved.name)) return { saved, problem: 'in-file' };
    const opened = open(file, saved);
    if (!opened.ok) return { saved, problem: opened.problem };
    const webhook = parseParts(saved, opened.text);
    return webhook === undefined ? { saved, problem: 'invalid' } : { saved, webhook, isOlderKey: opened.isOlderKey };
  });
}

type SealedReceiver = Pick<SavedReceiver, 'format' | 'events' | 'states' | 'sealed'>;

/**
 * What is stored of a receiver, with everything that may be a secret encrypted. `name`: what identifies it.
 * @throws Error without a key
 */
export function sealReceiver({ secretKey }: ReceiversFile, name: string, webhook: WebhookConfig): SealedReceiver {
  if (secretKey === undefined) throw new Error('[settings] secretKey is missing.');
  const { url, secret, format, events, states, acceptRedirect } = webhook;
  const text = JSON.stringify({ url, secret, format, acceptRedirect } satisfies z.input<typeof sealedParts>);
  return { format: formatName(format), events, states, sealed: createSecretBox(secretKey).seal(text, contextOf(name)) };
}

/** `custom` for a JSON of its own. */
export function formatName(format: WebhookConfig['format']) {
  return typeof format === 'string' ? format : 'custom';
}

/** Checks a receiver as the configuration file is checked, beside all others. */
export function checkReceiver(
  { webhooks, allowPrivateWebhooks }: ReceiversFile,
  candidate: Readonly<Record<string, unknown>>,
): { ok: true; webhook: WebhookConfig } | { ok: false; issues: Issue[] } {
  const index = webhooks.length;
  const all = [...webhooks, candidate];
  const parsed = webhookSchema.safeParse(candidate);
  const issues = parsed.error?.issues.map((issue) => ({ ...issue, path: ['webhooks', index, ...issue.path] })) ?? [];
  const problems = [
    ...describeIssues(issues, { webhooks: all }),
    ...webhookIssues(all, allowPrivateWebhooks),
    ...(parsed.success ? filterProblems({ webhooks: [...webhooks, parsed.data] }) : []),
  ].filter(({ path }) => path[1] === index);
  if (parsed.success && problems.length === 0) return { ok: true, webhook: parsed.data };
  return {
    ok: false,
    issues: problems.map(({ path, message }) => ({ path: path.slice(2).map(String).join('.'), message })),
  };
}

/** What an operator can do about a receiver to which nothing can be sent. Continues what it is called. */
export function adviceFor(problem: ReceiverProblem, saved: Pick<SavedReceiver, 'name' | 'shownName'>): string {
  if (problem !== 'in-file' || nameOfReceiver(saved) === saved.name) return advice[problem];
  return `was called ${saved.name} when it was added. That is the name of a receiver in the configuration file, which gets its messages. Give that one another name.`;
}

const waits = 'Until then its messages wait.';
const advice: Record<ReceiverProblem, string> = {
  'no-key': `cannot be read, because LEADCHAT_SECRET_KEY is not set. Set the key that it was saved with. ${waits}`,
  'other-key': `was saved with another LEADCHAT_SECRET_KEY. Add that key after a comma, or enter its address again. ${waits}`,
  damaged: `cannot be read, because what is stored of it was changed. Enter its address again. ${waits}`,
  invalid: `was saved by another version of leadchat, and this one cannot use it. Enter its address again. ${waits}`,
  'in-file': 'has the name of a receiver in the configuration file, which gets its messages. Remove one of the two.',
};

function open(
  { secretKey }: ReceiversFile,
  { name, sealed }: SavedReceiver,
): OpenedText | { ok: false; problem: 'no-key' } {
  if (secretKey === undefined) return { ok: false, problem: 'no-key' };
  return createSecretBox(secretKey).open(sealed, contextOf(name));
}

/** A sealed text of one receiver is nothing to another one. */
function contextOf(name: string): string {
  return `leadchat receiver ${name}`;
}

function parseParts(saved: SavedReceiver, text: string): UsedReceiver | undefined {
  const { name: firstName, events, states } = saved;
  const parts = sealedParts.safeParse(JSON.parse(text));
  if (!parts.success) return undefined;
  const { data } = webhookSchema.safeParse({ name: nameOfReceiver(saved), events, states, ...parts.data });
  return data && { ...data, firstName };
}
