import * as z from 'zod/mini';
import { leadStates } from '../../../protocol/index.ts';
import { answeredStates } from '../../domain/call.ts';
import { heldReason } from '../../domain/steps.ts';
import { callColumns, readCall } from '../call-log.ts';
import type { LeadAdmin, LeadQuery, ListedCall } from '../lead-admin.ts';
import { readShownLead, shownLeadColumns } from '../lead-row.ts';
import { describeRows, recordText } from '../rows.ts';
import type { Dialect, Row } from '../sql.ts';
import type { StoreContext } from '../store-context.ts';
import { type Condition, conditions } from './conditions.ts';

type LeadLists = Pick<
  LeadAdmin,
  'list' | 'countLeads' | 'countCauses' | 'listCalls' | 'heldCalls' | 'countUnidentified' | 'activity'
>;

const causeRow = z.object({ state: z.enum(leadStates), cause: z.string(), count: z.number() });

/** What the dashboard and the commands read of leads and calls. */
export function createLeadLists({ dashboard, phoneHasher }: StoreContext): LeadLists {
  const { dialect } = dashboard;
  return {
    async list({ limit = 50, ...query }) {
      const { where, values } = whereOf(dialect, query);
      const sql = `SELECT ${shownLeadColumns(dialect)} FROM leads ${where} ORDER BY seq DESC LIMIT $${values.length + 1}`;
      return (await dashboard.all(sql, [...values, Math.min(limit, 200)])).map(readShownLead);
    },
    async countLeads(query) {
      const { where, values } = whereOf(dialect, query);
      const row = await dashboard.get(
        `SELECT count(*) AS n, count(*) FILTER (WHERE steps LIKE '%"state":"unknown"%' OR EXISTS (
           SELECT 1 FROM calls WHERE calls.lead = leads.lead AND ${failedCallSql.unknown})) AS unknown
         FROM leads ${where}`,
        values,
      );
      return { count: Number(row?.n), unknown: Number(row?.unknown) };
    },
    async countCauses() {
      const rows = await dashboard.all(
        `SELECT state, ${causeSql(dialect)} AS cause, count(*) AS count FROM leads
         WHERE state IN ('unknown', 'dead', 'held') GROUP BY 1, 2 ORDER BY count DESC, cause`,
      );
      return rows.map((row) => causeRow.parse(row));
    },
    async listCalls({ state, isAnswered, from, to, before, limit = 50, ...ofLead }) {
      const { where, values } = conditions([
        [(value) => `c.state = ${value}`, state],
        [(value) => dialect.isIn('c.state', value), isAnswered === true ? answeredStates : undefined],
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
    async heldCalls(leads) {
      const sql = `SELECT ${callColumns.join(', ')} FROM calls WHERE ${dialect.isIn('lead', '$1')} AND ${heldCallSql}`;
      return (await dashboard.all(sql, [leads])).map(readCall);
    },
    async countUnidentified() {
      const row = await dashboard.get(
        `SELECT count(*) AS n, max(ended_at) AS at FROM leads
         WHERE phone = '' AND (phone_hash IS NULL OR phone_hash NOT LIKE $1)`,
        [`${phoneHasher.prefix}%`],
      );
      return { count: Number(row?.n), ...(typeof row?.at === 'number' && { lastEndedAt: row.at }) };
    },
    async activity(since, spanMs) {
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

/** The condition for a call that waits for the release of its lead. */
const heldCallSql = `state = 'refused' AND reason = '${heldReason}'`;

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

/** The WHERE clause of a query, with its values. */
function whereOf(dialect: Dialect, query: LeadQuery) {
  const { state, cause, from, to, leads, before, phones = [] } = query;
  const search = query.search === '' ? undefined : query.search;
  const { position, lowerCase, jsonTexts } = dialect;
  const hasPart = (text: string, value: string) => `${position(lowerCase(text), lowerCase(value))} > 0`;
  // Most records do not even contain the text as JSON, which is cheap to see. JSON writes some characters otherwise.
  const mayContain = (value: string) => (/["\\\p{Cc}]/u.test(search ?? '') ? 'true' : hasPart('record', value));
  // A value of the record, but not the name of a field, nor JSON's own characters.
  const hasText = (value: string) => `(
    ${position('phone', value)} > 0 OR ${position('lead', value)} > 0 OR ${mayContain(value)} AND EXISTS (
      SELECT 1 FROM ${jsonTexts('leads.record')} WHERE ${hasPart('content', value)}))`;
  return conditions([
    [(value) => `state = ${value}`, state],
    [(value) => `${causeSql(dialect)} = ${value}`, cause],
    [hasText, phones.length === 0 ? search : undefined],
    [
      (list) => `EXISTS (SELECT 1 FROM ${dialect.spellings(list)} WHERE ${hasText('spelling.value')})`,
      search === undefined || phones.length === 0 ? undefined : [search, ...phones],
    ],
    ...originConditions(dialect, query),
    [(value) => `accepted_at >= ${value}`, from],
    [(value) => `accepted_at < ${value}`, to],
    [(value) => dialect.isIn('lead', value), leads],
    [(value) => `seq < (SELECT seq FROM leads WHERE lead = ${value})`, before],
  ]);
}
