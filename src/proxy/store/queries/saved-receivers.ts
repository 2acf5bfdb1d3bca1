import * as z from 'zod/mini';
import { callStates } from '../../../protocol/proxy/call-state.ts';
import { leadStates } from '../../../protocol/proxy/lead-state.ts';
import { type WebhookType, webhookTypes } from '../../../protocol/proxy/webhook.ts';
import type { WebhookFacts } from '../../domain/events.ts';
import { describeRows, jsonText } from '../rows.ts';
import type { Sql } from '../sql.ts';
import type { StoreContext } from '../store-context.ts';
import type { WebhookReceiver } from '../webhook-rows.ts';

const savedReceiver = z.object({
  /**
   * Identifies it, as the name of a receiver in the configuration file does: what it was called first. Webhooks are stored
   * under it, so nothing that waits or has arrived changes its owner when somebody renames the receiver.
   */
  name: z.string(),
  /** Counts the changes, from 1. */
  version: z.number(),
  at: z.number(),
  /** Who saved it. */
  by: z.string(),
  /** The name of its format; of a JSON of its own `custom`. */
  format: z.string(),
  events: knownTexts(webhookTypes),
  /** Absent: any. */
  states: z.optional(knownTexts([...new Set([...leadStates, ...callStates])])),
  /** Whatever of it may be a secret, encrypted. The store cannot read it. */
  sealed: z.string(),
  /** What it is called since it was renamed. Proxies of a version that could not rename go on with `name`. */
  shownName: z.optional(z.string()),
});
/** A receiver of webhooks that somebody has added in the dashboard. */
export type SavedReceiver = z.output<typeof savedReceiver>;

/** What people call it. */
export function nameOfReceiver({ shownName, name }: Pick<SavedReceiver, 'shownName' | 'name'>): string {
  return shownName ?? name;
}

const receiverRows = describeRows(savedReceiver, {
  names: { by: 'author' },
  // Without events it gets none, and its page shows what is missing.
  fallbacks: { events: () => '[]', states: () => undefined },
});
const columns = receiverRows.list;

const insert = `
  INSERT INTO saved_receivers (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (name) DO NOTHING`;
const update = `
  UPDATE saved_receivers SET version = $2, at = $3, author = $4, format = $5, events = $6, states = $7, sealed = $8,
    shown_name = $9
  WHERE name = $1 AND version = $10`;
const findSameName = 'SELECT 1 FROM saved_receivers WHERE coalesce(shown_name, name) = $1 AND name <> $2';
// No receiver can have such a name: the messages stay in the list, and nobody who is added later gets them.
const disown = 'UPDATE webhooks SET receiver = $2 WHERE receiver = $1';
const disownUnsent = `${disown} AND state IN ('pending', 'dead')`;
const disownRange = `${disown} AND seq BETWEEN $3 AND $4`;
const findRange = 'SELECT (SELECT min(seq) FROM webhooks) AS first, (SELECT max(seq) FROM webhooks) AS last';

/** How many webhooks are looked through before a lead that came meanwhile is stored. */
const rangeLength = 1_000;

export const maxSavedReceivers = 20;

/** The receivers that webhooks are written for. */
export type ReceiverBook = {
  /** Those of the configuration, and then the saved ones that it does not name. `sql` reads them if nobody has yet. */
  all(sql: Sql): Promise<readonly WebhookReceiver[]>;
};

/**
 * Receivers that are added in the dashboard. All proxies of a store share them. `configured`: those of the configuration.
 * `isFollowed`: whether webhooks are written for the saved ones, too.
 */
export function createSavedReceivers(
  { database }: StoreContext,
  configured: readonly WebhookReceiver[],
  isFollowed: boolean,
) {
  const names = new Set(configured.flatMap(({ name }) => name ?? []));
  /** As they were read last. Each proxy reads them again every few seconds. */
  let known: readonly WebhookReceiver[] | undefined = isFollowed ? undefined : configured;

  let readCount = 0;
  /** The read that began last, of those that have ended. */
  let newest: { number: number; saved: SavedReceiver[] } | undefined;

  const read = async (sql: Sql): Promise<SavedReceiver[]> => {
    const number = ++readCount;
    const saved = (await sql.all(`SELECT ${columns} FROM saved_receivers ORDER BY name`)).map(receiverRows.read);
    // One that began before it may come later, and does not have what was saved meanwhile.
    if (newest !== undefined && newest.number > number) return newest.saved;
    newest = { number, saved };
    if (isFollowed) {
      const others = saved.filter(({ name }) => !names.has(name));
      known = [...configured, ...others.map(({ name, events, states }) => ({ name, events, states }))];
    }
    return saved;
  };

  const book: ReceiverBook = {
    async all(sql) {
      if (known === undefined) await read(sql);
      return known ?? configured;
    },
  };

  const methods = {
    /** The saved receivers, by name. From now on, webhooks are written for these. */
    listReceivers: (): Promise<SavedReceiver[]> => read(database),
    /**
     * Resolves with whether it is saved: not if somebody else has changed it since its version, if another one is called so,
     * or if there are too many.
     */
    async saveReceiver(receiver: SavedReceiver): Promise<boolean> {
      const { name, version } = receiver;
      const values = Object.values(receiverRows.write(receiver));
      const isSaved = await database.transaction(async (tx) => {
        // Two that look at the same time would both find room for the last one, and nobody else with their name.
        await tx.lock('receivers');
        if ((await tx.get(findSameName, [nameOfReceiver(receiver), name])) !== undefined) return false;
        if (version === 1) {
          const found = await tx.get('SELECT count(*) AS n FROM saved_receivers');
          if (Number(found?.n) >= maxSavedReceivers) return false;
          return (await tx.run(insert, values)).count > 0;
        }
        return (await tx.run(update, [...values, version - 1])).count > 0;
      });
      await read(database);
      return isSaved;
    },
    /** Resolves with whether it is removed: not if somebody else has changed or removed it since this version. */
    async removeReceiver(name: string, version: number): Promise<boolean> {
      const { isRemoved, left } = await database.transaction(async (tx) => {
        const { rows } = await tx.run(
          'DELETE FROM saved_receivers WHERE name = $1 AND version = $2 RETURNING shown_name AS called',
          [name, version],
        );
        const called = rows[0]?.called;
        if (typeof called !== 'string') return { isRemoved: rows.length > 0 };
        // Somebody may be called by its first name next, and must not get what waits for this one.
        const nobody = `${called} (removed)`;
        await tx.run(disownUnsent, [name, nobody]);
        return { isRemoved: true, left: { nobody, range: await tx.get(findRange) } };
      });
      await read(database);
      // Nor what has arrived, which can be replayed. There may be very many, and leads wait for a transaction.
      if (left !== undefined) {
        const last = Number(left.range?.last);
        for (let first = Number(left.range?.first); first <= last; first += rangeLength) {
          await database.run(disownRange, [name, left.nobody, first, Math.min(first + rangeLength - 1, last)]);
        }
      }
      return isRemoved;
    },
  };
  return { book, methods };
}

/** A list of names, without those that only a newer leadchat knows. */
function knownTexts<const Text extends WebhookType | WebhookFacts['state']>(known: readonly Text[]) {
  return jsonText(
    z.pipe(
      z.array(z.string()),
      z.transform((texts): Text[] => known.filter((text) => texts.includes(text))),
    ),
  );
}
