import type { Hono } from 'hono';
import * as z from 'zod';
import {
  type AdminFunnel,
  type FunnelCounts,
  type FunnelField,
  type FunnelRow,
  type FunnelStep,
  funnelDivisions,
} from '../../protocol/admin/funnel.ts';
import type { AdminRatings } from '../../protocol/admin/ratings.ts';
import { formName } from '../../protocol/identifiers.ts';
import { timeZone } from '../../protocol/opening-hours.ts';
import { funnelStages, leadStages } from '../../protocol/proxy/funnel.ts';
import { ratingValues } from '../../protocol/proxy/limits.ts';
import type { ProxyConfig } from '../config/schema.ts';
import type { AdminDeps } from '../deps.ts';
import { namedValues, variantText } from '../funnel/configured-values.ts';
import { type FieldStage, leadStageColumn, ratingColumn } from '../funnel/funnel-counter.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { badRequest } from '../http/proxy-error.ts';
import { isoTime } from '../iso-time.ts';
import { otherValue } from '../record-fields.ts';
import type { FunnelSum } from '../store/queries/funnel.ts';
import { csvHead, csvLine, sendCsv, textOf } from './csv.ts';
import { readQuery, time } from './list-query.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** What is kept, and what a chart can show. */
const maxDays = 401;

const maxRatings = 200;

const ratingQuery = z.strictObject({
  /** @default 30 days before `to` */
  from: time.optional(),
  /** @default now */
  to: time.optional(),
  form: z.optional(formName),
});
const funnelQuery = ratingQuery.extend({
  by: z.enum(funnelDivisions).default('form'),
  /** In which days begin, such as `Europe/Berlin`. */
  zone: z._default(timeZone, 'UTC'),
});
type FunnelRequest = z.output<typeof funnelQuery>;

/**
 * `GET /funnel`: what visitors did, and what became of their leads; `GET /funnel/csv`: the same as a file; `GET /ratings`: what they
 * have written about their chats, newest first.
 */
export function addConversionRoutes(app: Hono<AppEnvironment>, { store, funnel, now, live }: AdminDeps): void {
  const read = async (request: FunnelRequest, maxRows: MaxRows = maxShown): Promise<AdminFunnel> => {
    const { to = now(), from = to - 30 * dayMs, form, by, zone } = request;
    if (from > to) throw badRequest([{ path: 'from', message: 'must be before `to`' }]);
    if (to - from > maxDays * dayMs) throw badRequest([{ path: 'from', message: `is more than ${maxDays} days ago` }]);
    // What this proxy has counted in the last seconds. Other proxies store theirs within seconds, too.
    await funnel.flush();
    // Until now, and so with the quarter of an hour that begins now.
    const range = { from, to: request.to ?? to + 1, form };
    const ofPages = await store.readFunnel({ ...range, dimension: 'page', by: by === 'day' ? 'time' : 'value' });
    const body = { from: isoTime(from), to: isoTime(to), total: countsOf(ofPages), rows: [], fields: [], steps: [] };
    switch (by) {
      case 'form':
        return { ...body, rows: divide(ofPages, (sum) => sum.form) };
      case 'page':
        return { ...body, rows: divide(bounded(ofPages, named().page, maxRows.page), (sum) => sum.value) };
      case 'day':
        return { ...body, rows: divideByDay(ofPages, { from, to, zone }) };
      case 'variant': {
        const sums = await store.readFunnel({ ...range, dimension: 'variant', by: 'value' });
        const shown = bounded(sums, named().variant, maxRows.variant);
        return { ...body, rows: divide(shown, (sum) => sum.value).map((row) => variantRow(row, live.config.value)) };
      }
      case 'field':
        return { ...body, fields: fieldsOf(await store.readFunnel({ ...range, dimension: 'field', by: 'value' })) };
      case 'step':
        return { ...body, steps: stepsOf(await store.readFunnel({ ...range, dimension: 'step', by: 'value' })) };
      default:
        return by satisfies never;
    }
  };

  const named = () => namedValues(live.config.value);

  app.get('/funnel', async (c) => c.json(await read(readQuery(c, funnelQuery))));
  app.get('/funnel/csv', async (c) => {
    const request = readQuery(c, funnelQuery);
    return sendCsv(c, funnelCsv(request.by, await read(request, allRows)), `conversion-by-${request.by}.csv`);
  });
  app.get('/ratings', async (c) => {
    const { to = now() + 1, from = to - 30 * dayMs, form } = readQuery(c, ratingQuery);
    const found = await store.listRatings({ from, to, form, limit: maxRatings });
    return c.json({
      ratings: found.map(({ at, ...rating }) => ({ at: isoTime(at), ...rating })),
    } satisfies AdminRatings);
  });
}

function countsOf(sums: readonly FunnelSum[]): FunnelCounts {
  const n = (stage: string) => sums.reduce((total, sum) => (sum.stage === stage ? total + sum.n : total), 0);
  const record = <Name extends string>(names: readonly Name[], columnOf: (name: Name) => string) =>
    z.record(z.enum(names), z.number()).parse(Object.fromEntries(names.map((name) => [name, n(columnOf(name))])));
  const [worst, bad, fair, good, best] = ratingValues.map((value) => n(ratingColumn(value)));
  return {
    visits: record(funnelStages, (stage) => stage),
    leads: record(leadStages, leadStageColumn),
    ratings: [worst ?? 0, bad ?? 0, fair ?? 0, good ?? 0, best ?? 0],
  };
}

type MaxRows = Record<'page' | 'variant', number>;
/** Over a year, there can be thousands of names that somebody has invented. A file has them all. */
const maxShown: MaxRows = { page: 200, variant: 50 };
const allRows: MaxRows = { page: Number.POSITIVE_INFINITY, variant: Number.POSITIVE_INFINITY };

/** The values that the configuration names and the largest of the others; the rest are summed up as `other`. */
function bounded(sums: readonly FunnelSum[], named: readonly string[], max: number): readonly FunnelSum[] {
  const totals = new Map<string, number>();
  for (const { value, n } of sums) if (!named.includes(value)) totals.set(value, n + (totals.get(value) ?? 0));
  const largest = [...totals].sort(([, a], [, b]) => b - a).slice(0, max);
  const shown = new Set([...named, ...largest.map(([value]) => value)]);
  return sums.map((sum) => (shown.has(sum.value) ? sum : { ...sum, value: otherValue }));
}

/** Most visitors first. */
function divide(sums: readonly FunnelSum[], nameOf: (sum: FunnelSum) => string): FunnelRow[] {
  const rows = [...Map.groupBy(sums, nameOf)].map(([name, own]) => ({ name, ...countsOf(own) }));
  return rows.sort((a, b) => b.visits.opened - a.visits.opened || (a.name < b.name ? -1 : 1));
}

function variantRow({ name, ...row }: FunnelRow, config: Pick<ProxyConfig, 'widget'>): FunnelRow {
  const [experiment = '', ...rest] = name.split('=');
  if (rest.length === 0) return { name, ...row };
  const variant = rest.join('=');
  const text = variantText(config, experiment, variant);
  return { name: variant, experiment, ...(text !== undefined && { text }), ...row };
}

/** Every day has a row, so that a day without visitors shows. */
function divideByDay(
  sums: readonly FunnelSum[],
  { from, to, zone }: { from: number; to: number; zone: string },
): FunnelRow[] {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  const byDay = Map.groupBy(sums, (sum) => format.format(Number(sum.value)));
  const days = new Set<string>();
  for (let at = from; at < to; at += hourMs) days.add(format.format(at));
  return [...days].map((name) => ({ name, ...countsOf(byDay.get(name) ?? []) }));
}

type StageCounter = (stage: FieldStage) => number;

/** For each value of each form. A form's name has no space. */
function perValue<Row>(
  sums: readonly FunnelSum[],
  describe: (value: Pick<FunnelSum, 'form' | 'value'>, n: StageCounter) => Row,
): Row[] {
  return [...Map.groupBy(sums, ({ form, value }) => `${form} ${value}`).values()].flatMap((own) => {
    const n: StageCounter = (stage) => own.reduce((total, sum) => (sum.stage === stage ? total + sum.n : total), 0);
    return own.slice(0, 1).map((first) => describe(first, n));
  });
}

function fieldsOf(sums: readonly FunnelSum[]): FunnelField[] {
  const fields = perValue(sums, ({ form, value }, n) => ({
    form,
    name: value,
    last: n('last'),
    stopped: n('stopped'),
    problems: n('problem'),
  }));
  return fields.sort((a, b) => b.stopped - a.stopped || b.problems - a.problems || (a.name < b.name ? -1 : 1));
}

/** In the order in which visitors come to them. */
function stepsOf(sums: readonly FunnelSum[]): FunnelStep[] {
  const steps = perValue(sums, ({ form, value }, n) => ({
    form,
    step: Number(value),
    last: n('last'),
    stopped: n('stopped'),
  }));
  return steps.sort((a, b) => (a.form < b.form ? -1 : a.form > b.form ? 1 : a.step - b.step));
}

function funnelCsv(by: FunnelRequest['by'], { rows, fields, steps }: AdminFunnel): string {
  if (by === 'step') {
    const lines = steps.map(({ form, step, last, stopped }) => csvLine([form, step, last, stopped].map(textOf)));
    return [csvHead(['form', 'step', 'seen_last', 'form_not_sent']), ...lines].join('');
  }
  if (by === 'field') {
    const lines = fields.map(({ form, name, last, stopped, problems }) =>
      csvLine([form, name, last, stopped, problems].map(textOf)),
    );
    return [csvHead(['form', 'field', 'typed_into_last', 'form_not_sent', 'refused_values']), ...lines].join('');
  }
  const stages = [
    ...funnelStages.map((stage) => `visitors_${stage}`),
    ...leadStages.map((stage) => `leads_${stage}`),
    ...ratingValues.map((value) => `ratings_${value}`),
  ];
  const head = csvHead([
    ...(by === 'variant' ? ['experiment'] : []),
    by,
    ...stages.map((name) => name.replace('-', '_')),
  ]);
  const lines = rows.map(({ experiment, name, visits, leads, ratings }) =>
    csvLine(
      [
        ...(by === 'variant' ? [experiment] : []),
        name,
        ...funnelStages.map((stage) => visits[stage]),
        ...leadStages.map((stage) => leads[stage]),
        ...ratings,
      ].map(textOf),
    ),
  );
  return [head, ...lines].join('');
}
