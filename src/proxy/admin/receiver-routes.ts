import type { Context, Hono } from 'hono';
import type * as z from 'zod';
import {
  receiverRemoval,
  receiverRequest,
  receiverSealing,
  type WebhookReceivers,
} from '../../protocol/admin/receivers.ts';
import type { Issue } from '../../protocol/issue.ts';
import type { WebhookConfig } from '../config/webhook-schema.ts';
import type { AdminDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { badRequest, notFound, ProxyError } from '../http/proxy-error.ts';
import { adoptReceivers } from '../settings/keep-settings.ts';
import { checkReceiver, type ReadReceiver, sealReceiver } from '../settings/read-receivers.ts';
import { maxSavedReceivers, nameOfReceiver } from '../store/queries/saved-receivers.ts';
import { pullPaceMs } from '../webhooks/start-webhooks.ts';
import { actorOf, noteActs } from './audit.ts';
import { describeReceivers } from './describe-receivers.ts';

type ReceiverDeps = Pick<AdminDeps, 'store' | 'live' | 'log' | 'now'>;
type ReceiverRequest = z.output<typeof receiverRequest>;
type Named = Pick<ReceiverRequest, 'receiver' | 'name'>;

/** Adds, changes and removes receivers of webhooks. What was entered as a secret is never sent back. */
export function addReceiverRoutes(app: Hono<AppEnvironment>, { store, live, log, now }: ReceiverDeps): void {
  app.get('/receivers', async (c) => {
    if (live.file.value.adminSettings) await adoptNewest();
    return respond(c);
  });

  app.put('/receivers', async (c) => {
    const { by, ...request } = await readJson(c, receiverRequest);
    await adoptNewest();
    requireKey();
    const before = find(request);
    if (request.version === 0 && before !== undefined) throw badRequest([nameTaken]);
    if ((before?.saved.version ?? 0) !== request.version) throw changedMeanwhile();
    const id = before?.saved.name ?? freeId(request.name);
    const webhook = check(request, before);
    const isSaved = await save(id, webhook, request.version, actorOf(c, by));
    await adoptNewest();
    if (!isSaved) {
      const other = called(request.name);
      if (request.version > 0 && other !== undefined && other.saved.name !== id) throw badRequest([nameTaken]);
      throw request.version === 0 && other === undefined ? tooMany() : changedMeanwhile();
    }
    // What waits for another attempt at an address that was wrong. Once between two attempts: not for a name or events.
    const { url, secret, format, acceptRedirect } = request;
    const isReachedOtherwise = [url, secret, format, acceptRedirect].some((part) => part !== undefined);
    if (isReachedOtherwise) await store.pullWebhooks({ receiver: id, now: now(), paceMs: pullPaceMs });
    const action = before === undefined ? 'receiver-added' : 'receiver-changed';
    noteActs(c, [{ action, detail: auditDetail(request, before) }]);
    return respond(c);
  });

  app.delete('/receivers', async (c) => {
    const { version, by, ...named } = await readJson(c, receiverRemoval);
    actorOf(c, by);
    requireSettings();
    await adoptNewest();
    const before = find(named);
    const isRemoved = before !== undefined && (await store.removeReceiver(before.saved.name, version));
    await adoptNewest();
    if (!isRemoved)
      throw find(named) === undefined ? notFound('There is no such receiver any more.') : changedMeanwhile();
    noteActs(c, [{ action: 'receiver-removed', detail: nameOfReceiver(before.saved) }]);
    return respond(c);
  });

  app.post('/receivers/seal', async (c) => {
    const { by } = await readJson(c, receiverSealing);
    const actor = actorOf(c, by);
    await adoptNewest();
    requireKey();
    const sealed: string[] = [];
    for (const receiver of live.receivers.value) {
      if (receiver.webhook === undefined || !receiver.isOlderKey) continue;
      const { name, version } = receiver.saved;
      // One that somebody has changed meanwhile is encrypted with the newest key already.
      if (await save(name, receiver.webhook, version, actor)) sealed.push(nameOfReceiver(receiver.saved));
    }
    await adoptNewest();
    noteActs(c, sealed.length === 0 ? [] : [{ action: 'receivers-sealed', detail: sealed.join(', ') }]);
    return respond(c);
  });

  function respond(c: Context<AppEnvironment>): Response {
    const body: WebhookReceivers = describeReceivers(live, now());
    return c.json(body);
  }

  /** Another proxy may have saved one that this one has not looked for yet. */
  async function adoptNewest(): Promise<void> {
    adoptReceivers(await store.listReceivers(), { live, log });
  }

  function find({ receiver, name }: Named): ReadReceiver | undefined {
    if (receiver === undefined) return called(name);
    return live.receivers.value.find(({ saved }) => saved.name === receiver);
  }

  function called(name: string): ReadReceiver | undefined {
    return live.receivers.value.find(({ saved }) => nameOfReceiver(saved) === name);
  }

  /** What identifies a new receiver: its name, unless another one was called so first. */
  function freeId(name: string): string {
    const taken = new Set([
      ...live.receivers.value.map(({ saved }) => saved.name),
      ...live.file.value.webhooks.flatMap((webhook) => webhook.name ?? []),
    ]);
    let id = name;
    for (let number = 2; taken.has(id); number++) id = `${name.slice(0, 60)} ${number}`;
    return id;
  }

  function save(id: string, webhook: WebhookConfig, version: number, by: string): Promise<boolean> {
    const { name = id } = webhook;
    return store.saveReceiver({
      ...sealReceiver(live.file.value, id, webhook),
      name: id,
      version: version + 1,
      at: now(),
      by,
      ...(name !== id && { shownName: name }),
    });
  }

  /** The receiver as it is from now on: what the request leaves out stays. @throws ProxyError */
  function check(request: ReceiverRequest, before: ReadReceiver | undefined): WebhookConfig {
    const candidate = merge(request, before);
    const { webhooks: ofFile } = live.file.value;
    const others = live.receivers.value.filter(({ saved }) => saved.name !== before?.saved.name);
    const webhooks = [...ofFile, ...others.flatMap(({ webhook }) => webhook ?? [])];
    const result = checkReceiver({ ...live.file.value, webhooks }, candidate);
    // One that cannot be read has its name still.
    const isTaken = others.some(({ saved, webhook }) => !webhook && nameOfReceiver(saved) === request.name);
    const issues = [
      ...(isTaken ? [nameTaken] : []),
      ...formatIssues(request, before),
      ...(result.ok ? [] : result.issues),
    ];
    if (!result.ok || issues.length > 0) throw badRequest(issues);
    return result.webhook;
  }

  function requireKey(): void {
    requireSettings();
    if (live.file.value.secretKey !== undefined) return;
    const message = 'Receivers cannot be saved, because LEADCHAT_SECRET_KEY is not set.';
    throw new ProxyError('wrong-state', { message });
  }

  function requireSettings(): void {
    if (!live.file.value.adminSettings) throw notFound('The settings of the dashboard are off (adminSettings).');
  }
}

/** What the file would say. The parts of `before` that are absent were not readable, and have to be entered again. */
function merge(
  { version: _, receiver: __, ...request }: ReceiverRequest,
  before: ReadReceiver | undefined,
): Record<string, unknown> {
  const { events, states, format } = before?.saved ?? {};
  // The name of a format is no secret; a JSON of its own has to be entered again.
  const named = format === 'custom' ? undefined : format;
  const merged = { events, states, format: named, ...before?.webhook, firstName: undefined, ...request };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined && value !== null));
}

/** A JSON of its own may hold a key of its receiver, which must not go to another host without being entered again. */
function formatIssues({ url, format }: ReceiverRequest, before: ReadReceiver | undefined): Issue[] {
  if (url === undefined || format !== undefined || before === undefined) return [];
  if (before.webhook === undefined) {
    return before.saved.format === 'custom' ? [{ path: 'format', message: 'cannot be read; enter it again.' }] : [];
  }
  const isSameHost = URL.parse(url)?.host === URL.parse(before.webhook.url)?.host;
  if (isSameHost || typeof before.webhook.format === 'string') return [];
  return [{ path: 'format', message: 'must be entered again for another host, because it may hold a secret.' }];
}

const partNames = {
  url: 'address',
  secret: 'secret',
  format: 'format',
  events: 'events',
  states: 'states',
  acceptRedirect: 'redirects',
} as const;

/** For the audit list: the name, an earlier one, and which parts a request sets, and never to what. */
function auditDetail(request: ReceiverRequest, before: ReadReceiver | undefined): string {
  if (before === undefined) return request.name;
  const earlier = nameOfReceiver(before.saved);
  const parts = Object.entries(partNames).flatMap(([key, name]) =>
    Reflect.get(request, key) === undefined ? [] : [name],
  );
  const names = earlier === request.name ? request.name : `${earlier}, now ${request.name}`;
  return parts.length === 0 ? names : `${names}: ${parts.join(', ')}`;
}

function changedMeanwhile(): ProxyError {
  const message = 'Somebody else has changed this receiver meanwhile. Load the page again, and make your change again.';
  return new ProxyError('changed', { message });
}

const nameTaken: Issue = { path: 'name', message: 'is already the name of a receiver.' };

function tooMany(): ProxyError {
  const message = `There are ${maxSavedReceivers} receivers already. Remove one first.`;
  return new ProxyError('wrong-state', { message });
}
