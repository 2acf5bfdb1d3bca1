import * as z from 'zod/mini';
import type { LeadCount, LeadSort } from '../../../protocol/admin/leads.ts';
import { type CallState, callStates, missedCallStates } from '../../../protocol/proxy/call-state.ts';
import { type LeadState, leadStates } from '../../../protocol/proxy/lead-state.ts';
import { answeredStates, type StoredCall } from '../../domain/call.ts';
import type { StoredLead } from '../../domain/lead.ts';
import { attentionStates } from '../../domain/steps.ts';
import { callColumns, heldCallSql, readCall } from '../call-rows.ts';
import { readShownLead, shownLeadColumns } from '../lead-row.ts';
import { describeRows, recordText } from '../rows.ts';
import type { Dialect, Row } from '../sql.ts';
import type { StoreContext } from '../store-context.ts';
import { type Condition, conditions } from './conditions.ts';
import { countStates } from './count-states.ts';

export type LeadQuery = {
  state?: LeadState | undefined;
  /** Only leads with this cause; see `causeOf`. */
  cause?: string | undefined;
  /** Part of a phone, of an id, or of any value of the record. */
  search?: string | undefined;
  /** Digits of a phone that the search may mean, of which one is enough. */
  phones?: readonly string[] | undefined;
  form?: string | undefined;
  /** Path of the page that they were sent from. */
  page?: string | undefined;
  /** What a field of the record must be. */
  field?: { name: string; value: string } | undefined;
  /** Accepted from this time on. */
  from?: number | undefined;
  /** Accepted before this time. */
  to?: number | undefined;
  /** Only these leads. */
  leads?: readonly string[] | undefined;
  /** Only leads after this one of an earlier page. Finds nothing if it has been erased since. */
  before?: string | undefined;
  /** Their order. @default "newest" */
  sort?: LeadSort | undefined;
  /** At most 200. @default 50 */
  limit?: number | undefined;
};

/** `from`, `to`: when the call was requested. `before`: a call of an earlier page. */
export type CallQuery = Pick<LeadQuery, 'form' | 'page' | 'field' | 'from' | 'to' | 'before' | 'limit'> & {
  /** Only calls of this lead. */
  lead?: string | undefined;
  state?: CallState | undefined;
  /** Only calls that somebody has answered, also those that have ended since. */
  isAnswered?: boolean | undefined;
  /** Only calls that were missed. */
  isMissed?: boolean | undefined;
};

/** A call with the record of its lead, which is empty once scrubbed. */
export type ListedCall = StoredCall & { record: StoredLead['record'] };

/** `lastEndedAt`: when the youngest of them ended, from which its deletion counts. */
export type UnidentifiedLeads = { count: number; lastEndedAt?: number };

/** How many leads of a state have the same cause. */
export type CauseCount = { state: LeadState; cause: string; count: number };

/** Captured and delivered leads in one span of time. */
export type Activity = { from: number; captured: number; delivered: number };

const causeRow = z.object({ state: z.enum(leadStates), cause: z.string(), count: z.number() });

/** What the proxy, the dashboard and the commands read of leads and calls. */
export function createLeadLists({ database, dashboard, phoneHasher }: StoreContext) {
  const { dialect } = dashboard;
  return {
    async find(lead: string): Promise<StoredLead | undefined> {
      const row = await database.get(`SELECT ${shownLeadColumns(dialect)} FROM leads WHERE lead = $1`, [lead]);
      return row === undefined ? undefined : readShownLead(row);
    },
    counts: (): Promise<Record<LeadState, number>> => countStates(dashboard, 'leads', leadStates),
    /** How many leads wait for a person. For what runs by itself: unlike `counts` it reads only those. */
    countUnresolved: (): Promise<Record<(typeof attentionStates)[number], number>> =>
      countStates(database, 'leads', attentionStates),
    callCounts: (): Promise<Record<CallState, number>> => countStates(dashboard, 'calls', callStates),
    /** Since when that lead waits for delivery that waits longest. Undefined without pending leads. */
    async oldestPendingAt(): Promise<number | undefined> {
      const row = await dashboard.get(`SELECT
        (SELECT accepted_at FROM leads WHERE state = 'pending' AND pending_since IS NULL ORDER BY seq LIMIT 1) AS accepted,
        (SELECT min(pending_since) FROM leads WHERE state = 'pending' AND pending_since IS NOT NULL) AS again`);
      const times = [row?.accepted, row?.again].filter((at) => at !== null && at !== undefined);
      return times.length === 0 ? undefined : Math.min(...times.map(Number));
    },
    /** Newest first. */
    async list({ limit = 50, ...query }: LeadQuery): Promise<StoredLead[]> {
      const { where, values } = whereOf(dialect, query);
      const sql = `SELECT ${shownLeadColumns(dialect)} FROM leads ${where} ${orderOf(dialect, query.sort).by} LIMIT $${values.length + 1}`;
      return (await dashboard.all(sql, [...values, Math.min(limit, 200)])).map(readShownLead);
    },
    /** How many leads `list` finds, in which states, and how many of them have a step with an unknown outcome. */
    async countLeads(query: Omit<LeadQuery, 'before' | 'limit'>): Promise<LeadCount> {
      const { where, values } = whereOf(dialect, query);
      const rows = await dashboard.all(
        `SELECT state, count(*) AS n, count(*) FILTER (WHERE steps LIKE '%"state":"unknown"%' OR EXISTS (
           SELECT 1 FROM calls WHERE calls.lead = leads.lead AND ${failedCallSql.unknown})) AS unknown
         FROM leads ${where} GROUP BY state`,
        values,
      );
      const sum = (name: 'n' | 'unknown') => rows.reduce((total, row) => total + Number(row[name]), 0);
      const states = Object.fromEntries(rows.map((row) => [String(row.state), Number(row.n)]));
      return { count: sum('n'), unknown: sum('unknown'), states };
    },
    /** Why leads need the operator, most frequent cause first. */
    async countCauses(): Promise<CauseCount[]> {
      const rows = await dashboard.all(
        `SELECT state, ${causeSql(dialect)} AS cause, count(*) AS count FROM leads
         WHERE state IN ('unknown', 'dead', 'held') GROUP BY 1, 2 ORDER BY count DESC, cause`,
      );
      return rows.map((row) => causeRow.parse(row));
    },
    /** Newest first. */
    async listCalls({
      state,
      lead,
      isAnswered,
      isMissed,
      from,
      to,
      before,
      limit = 50,
      ...ofLead
    }: CallQuery): Promise<ListedCall[]> {
      const { where, values } = conditions([
        [(value) => `c.state = ${value}`, state],
        [(value) => `c.lead = ${value}`, lead],
        [(value) => dialect.isIn('c.state', value), isAnswered === true ? answeredStates : undefined],
        [(value) => dialect.isIn('c.state', value), isMissed === true ? missedCallStates : undefined],
        [(value) => `c.requested_at >= ${value}`, from],
        [(value) => `c.requested_at < ${value}`, to],
        ...originConditions(dialect, ofLead),
        [
          (value) => `(c.requested_at, c.call) < ((SELECT requested_at FROM calls WHERE call = ${value}), ${value})`,
          before,
        ],
      ]);
      const rows = await dashboard.all(
        `SELECT ${listedCallColumns} FROM calls AS c LEFT JOIN leads ON leads.lead = c.lead ${where}
         ORDER BY c.requested_at DESC, c.call DESC LIMIT $${values.length + 1}`,
        [...values, Math.min(limit, 200)],
      );
      return rows.map(readListedCall);
    },
    /** The calls of these leads that wait for their release, at most one of each. */
    async heldCalls(leads: readonly string[]): Promise<StoredCall[]> {
      const sql = `SELECT ${callColumns.join(', ')} FROM calls WHERE ${dialect.isIn('lead', '$1')} AND ${heldCallSql}`;
      return (await dashboard.all(sql, [leads])).map(readCall);
    },
    /** Scrubbed leads whose phone nothing tells any more, not even a hash. */
    async countUnidentified(): Promise<UnidentifiedLeads> {
      const row = await dashboard.get(
        `SELECT count(*) AS n, max(ended_at) AS at FROM leads
         WHERE phone = '' AND (phone_hash IS NULL OR phone_hash NOT LIKE $1)`,
        [`${phoneHasher.prefix}%`],
      );
      return { count: Number(row?.n), ...(typeof row?.at === 'number' && { lastEndedAt: row.at }) };
    },
    /** Time spans of `spanMs` since `since`, oldest first, without empty ones. */
    async activity(since: number, spanMs: number): Promise<Activity[]> {
      const rows = await dashboard.all(
        `SELECT at, sum(captured) AS captured, sum(delivered) AS delivered FROM (
           SELECT accepted_at / CAST($2 AS bigint) AS at, 1 AS captured, 0 AS delivered FROM leads
             WHERE accepted_at >= $1
           UNION ALL
           SELECT ended_at / CAST($2 AS bigint), 0, 1 FROM leads WHERE ended_at >= $1 AND state = 'delivered'
         ) AS both_kinds GROUP BY at ORDER BY at`,
        [since, spanMs],
      );
      return rows.map(({ at, captured, delivered }) => ({
        from: Number(at) * spanMs,
        captured: Number(captured),
        delivered: Number(delivered),
      }));
    },
  };
}

/** The columns that `readListedCall` needs, of `calls AS c` left joined with its lead, `leads`. */
const listedCallColumns = [...callColumns.map((name) => `c.${name}`), `coalesce(leads.record, '{}') AS record`].join(
  ', ',
);
const recordRows = describeRows(z.object({ record: recordText }), { fallbacks: { record: () => '{}' } });

function readListedCall(row: Row): ListedCall {
  return { ...readCall(row), record: recordRows.read(row).record };
}

/** The calls that a lead shows as a step in this state. */
const failedCallSql = {
  unknown: `calls.state = 'unknown' AND calls.outcome IS NULL`,
  dead: `calls.state = 'failed' AND calls.service_call IS NULL`,
};

/** `causeOf` of a lead. */
function causeSql({ jsonElements }: Dialect): string {
  const ofCall = Object.entries(failedCallSql).map(([state, isFailed]) => `leads.state = '${state}' AND ${isFailed}`);
  return `
    CASE WHEN state = 'held' THEN coalesce(held, state) WHEN state IN ('unknown', 'dead') THEN coalesce((
      SELECT substr(value ->> 'step' || ': ' || coalesce(value ->> 'answer', value ->> 'state'), 1, 200)
      FROM ${jsonElements('leads.steps')} WHERE value ->> 'state' = leads.state ORDER BY position LIMIT 1
    ), (
      SELECT substr('call: ' || coalesce(calls.answer, leads.state), 1, 200) FROM calls
      WHERE calls.lead = leads.lead AND (${ofCall.join(' OR ')}) ORDER BY requested_at, call LIMIT 1
    ), state) END`;
}

/** Where a lead comes from, in a query that has its row as `leads`. */
function originConditions(
  { jsonField, urlPath }: Dialect,
  { form, page, field }: Pick<LeadQuery, 'form' | 'page' | 'field'>,
): Condition[] {
  const hasField = (wanted: string) =>
    `${jsonField('leads.record', jsonField(wanted, "'name'"))} = ${jsonField(wanted, "'value'")}`;
  const pagePath = urlPath(jsonField('leads.record', "'page_url'"));
  return [
    [(value) => `leads.form = ${value}`, form],
    [(value) => `${pagePath} = ${value}`, page],
    [hasField, field && JSON.stringify(field)],
  ];
}

/** First and last name of `leads`, with a space between them. */
function fullNameSql(jsonField: Dialect['jsonField']): string {
  const part = (name: string) => `coalesce(${jsonField('leads.record', `'${name}'`)}, '')`;
  return `(${part('first_name')} || ' ' || ${part('last_name')})`;
}

/** How leads are sorted, and which of them come after one of an earlier page. */
function orderOf({ foldText, jsonField }: Dialect, sort: LeadSort = 'newest') {
  if (sort !== 'name') {
    const [order, sign] = sort === 'newest' ? (['DESC', '<'] as const) : (['ASC', '>'] as const);
    const after = (value: string) => `seq ${sign} (SELECT seq FROM leads WHERE lead = ${value})`;
    return { by: `ORDER BY seq ${order}`, after };
  }
  // Those without a name come last.
  const name = foldText(fullNameSql(jsonField));
  const key = `CASE WHEN ${name} = ' ' THEN 1 ELSE 0 END, ${name}`;
  const after = (value: string) => `(${key}, seq) > (SELECT ${key}, seq FROM leads WHERE lead = ${value})`;
  return { by: `ORDER BY ${key}, seq`, after };
}

/** The WHERE clause of a query, with its values. */
function whereOf(dialect: Dialect, query: LeadQuery) {
  const { state, cause, from, to, leads, before, phones = [] } = query;
  const search = query.search === '' ? undefined : query.search;
  const { position, foldText, jsonField, jsonTexts } = dialect;
  const hasPart = (text: string, value: string) => `${position(foldText(text), foldText(value))} > 0`;
  // Most records do not even contain the text as JSON, which is cheap to see. JSON writes some characters otherwise.
  const mayContain = (value: string) => (/["\\\p{Cc}]/u.test(search ?? '') ? 'true' : hasPart('record', value));
  // Without a space it is a part of the first or the last name, which are values of the record.
  const hasName = (value: string) =>
    /\s/.test((search ?? '').normalize('NFKD')) ? hasPart(fullNameSql(jsonField), value) : 'false';
  // A value of the record, but not the name of a field, nor JSON's own characters.
  const hasText = (value: string) => `(
    ${position('phone', value)} > 0 OR ${position('lead', value)} > 0 OR ${hasName(value)} OR ${mayContain(value)} AND EXISTS (
      SELECT 1 FROM ${jsonTexts('leads.record')} WHERE ${hasPart('content', value)}))`;
  return conditions([
    [(value) => `state = ${value}`, state],
    [(value) => `${causeSql(dialect)} = ${value}`, cause],
    [(...spellings) => `(${spellings.map(hasText).join(' OR ')})`, search, ...phones],
    ...originConditions(dialect, query),
    [(value) => `accepted_at >= ${value}`, from],
    [(value) => `accepted_at < ${value}`, to],
    [(value) => dialect.isIn('lead', value), leads],
    [orderOf(dialect, query.sort).after, before],
  ]);
}
