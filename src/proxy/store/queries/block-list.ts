import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { changeCall, isCancellable } from '../../domain/call-transitions.ts';
import { heldCallSql } from '../call-rows.ts';
import { describeRows } from '../rows.ts';
import type { Sql, Transaction } from '../sql.ts';
import type { StoreContext } from '../store-context.ts';
import { timeOrderedId } from '../time-ordered-id.ts';
import type { LeadWriter } from './lead-writer.ts';

const block = z.object({
  id: z.string(),
  at: z.number(),
  /** Who blocked the number. */
  by: z.string(),
  /** Why, in the operator's words. */
  reason: z.optional(z.string()),
});
/** A number that must not be called. Of the number itself, only a keyed hash is stored. */
export type Block = z.output<typeof block>;

const blockRows = describeRows(block, { names: { id: 'block', by: 'author' } });

/** `phone` in E.164 digits. */
export type NewBlock = { phone: string; at: number; by: string; reason?: string | undefined };

/** `cancelled`: the planned calls that this has cancelled. */
export type BlockedNumber = { id: string; isNew: boolean; cancelled: string[] };

export type BlockLookup = ReturnType<typeof createBlockLookup>;

/** Looks whether numbers are blocked, also inside a transaction. */
export function createBlockLookup({ database }: Pick<StoreContext, 'database'>) {
  const { isIn } = database.dialect;
  const columns = blockRows.list;
  /**
   * The key of the hashes is in the database, because the blocks must outlive every key of the configuration. It is created with the
   * first block.
   */
  let key: string | undefined;

  const hashOf = (secret: string, phone: string) =>
    createHmac('sha256', secret).update(`blocked ${phone}`).digest('hex');
  const readKey = async (sql: Sql): Promise<string | undefined> => {
    const value =
      key === undefined ? (await sql.get(`SELECT value FROM secrets WHERE name = 'block-list'`))?.value : key;
    if (typeof value === 'string') key = value;
    return key;
  };

  return {
    /** The hash of a number that is to be blocked. */
    async hash(tx: Transaction, phone: string): Promise<string> {
      const { rows } = await tx.run(
        // The update changes nothing, but returns the row that was stored first.
        `INSERT INTO secrets (name, value) VALUES ('block-list', $1)
         ON CONFLICT (name) DO UPDATE SET value = secrets.value RETURNING value`,
        [randomBytes(32).toString('hex')],
      );
      return hashOf(String(rows[0]?.value), phone);
    },
    async find(sql: Sql, phone: string): Promise<Block | undefined> {
      const secret = await readKey(sql);
      if (secret === undefined) return undefined;
      const row = await sql.get(`SELECT ${columns} FROM blocks WHERE phone_hash = $1`, [hashOf(secret, phone)]);
      return row === undefined ? undefined : blockRows.read(row);
    },
    /** Which of these numbers are blocked. */
    async among(sql: Sql, phones: readonly string[]): Promise<ReadonlySet<string>> {
      const secret = await readKey(sql);
      if (secret === undefined) return new Set();
      const byHash = new Map(phones.map((phone) => [hashOf(secret, phone), phone]));
      const rows = await sql.all(`SELECT phone_hash FROM blocks WHERE ${isIn('phone_hash', '$1')}`, [
        [...byHash.keys()],
      ]);
      return new Set(rows.flatMap(({ phone_hash }) => byHash.get(String(phone_hash)) ?? []));
    },
    /** Until the commit, nobody else blocks a number, or begins to place a call. */
    lock: (tx: Transaction) => tx.lock('blocks'),
  };
}

/**
 * The part of the store that knows the numbers which must not be called. A block outlives the leads of its number, and their
 * erasure.
 */
export function createBlockList(
  { database, dashboard, notify }: StoreContext,
  { leads, blocks }: { leads: LeadWriter; blocks: BlockLookup },
) {
  const columns = blockRows.list;

  /** The calls that are planned, also those of held leads. */
  const cancelPlanned = async (phone: string, now: number): Promise<string[]> => {
    const found = await database.all(
      `SELECT call FROM calls WHERE phone = $1 AND planned_at IS NOT NULL
         AND (state = 'planned' OR ${heldCallSql}) ORDER BY planned_at`,
      [phone],
    );
    const cancelled: string[] = [];
    for (const { call: id } of found) {
      const isCancelled = await database.transaction(async (tx) => {
        const locked = await leads.lockCall(tx, String(id));
        if (locked === undefined || !isCancellable(locked.call)) return false;
        const answer = 'its number was blocked';
        await leads.writeCall(tx, locked.before, changeCall(locked.call, { type: 'cancelled', answer, now }), now);
        return true;
      });
      if (isCancelled) cancelled.push(String(id));
    }
    return cancelled;
  };

  return {
    /**
     * Blocks a number, and cancels its planned calls. After that, no call to it begins to be placed. A number that is blocked
     * already keeps its block.
     */
    async blockPhone({ phone, at, by, reason }: NewBlock): Promise<BlockedNumber> {
      const stored = await database.transaction(async (tx) => {
        await blocks.lock(tx);
        const known = await blocks.find(tx, phone);
        if (known !== undefined) return { id: known.id, isNew: false };
        const id = timeOrderedId();
        await tx.run(`INSERT INTO blocks (${columns}, phone_hash) VALUES ($1, $2, $3, $4, $5)`, [
          ...[id, at, by, reason ?? null],
          await blocks.hash(tx, phone),
        ]);
        return { id, isNew: true };
      });
      // After the commit: what is planned from now on is refused, and what is not cancelled here is refused at its time.
      const cancelled = await cancelPlanned(phone, at);
      if (cancelled.length > 0) notify();
      return { ...stored, cancelled };
    },
    /** Resolves with the id of the block; undefined if there is none. */
    async unblockPhone(target: { id: string } | { phone: string }): Promise<string | undefined> {
      const id = 'id' in target ? target.id : (await blocks.find(database, target.phone))?.id;
      if (id === undefined) return undefined;
      return (await database.run('DELETE FROM blocks WHERE block = $1', [id])).count > 0 ? id : undefined;
    },
    /** Newest first. */
    async listBlocks(): Promise<Block[]> {
      const rows = await dashboard.all(`SELECT ${columns} FROM blocks ORDER BY at DESC, block DESC`);
      return rows.map(blockRows.read);
    },
    findBlock: (phone: string): Promise<Block | undefined> => blocks.find(database, phone),
  };
}
