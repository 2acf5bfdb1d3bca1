import { setTimeout as sleep } from 'node:timers/promises';
import type { Hono } from 'hono';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { csvRequest, type LeadFilter } from '../../protocol/admin/leads.ts';
import { phoneDigits } from '../../protocol/phone.ts';
import { attributionKeys } from '../../protocol/proxy/attribution.ts';
import { consentFields, ratingCommentName, ratingName } from '../../protocol/reserved-names.ts';
import { type FormConfig, formNamed } from '../config/form-schema.ts';
import type { AdminDeps } from '../deps.ts';
import type { StoredLead } from '../domain/lead.ts';
import { causeOf } from '../domain/steps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import type { LeadStore } from '../store/create-store.ts';
import type { LeadQuery } from '../store/queries/lead-lists.ts';
import { csvHead, csvLine, sendCsv, textOf } from './csv.ts';
import { findPage, type LeadPage, queryOf } from './list-query.ts';
import { stillHasRole } from './permissions.ts';

/** `POST /csv`: leads as a file for spreadsheets. */
export function addCsvRoute(app: Hono<AppEnvironment>, { store, live, log }: AdminDeps): void {
  app.post('/csv', async (c) => {
    const { filters } = await readJson(c, csvRequest);
    const requestId = c.get('requestId');
    const csv = leadsCsv({ store, forms: live.config.value.forms }, filters, (leads) =>
      log.info('leads-exported', { requestId, leads }),
    );
    return sendCsv(
      c,
      streamText(csv, {
        ensureAllowed() {
          if (!stillHasRole(c, 'owner')) throw new Error('the operator may not export any more');
        },
        onError: (error) => log.error('export-interrupted', error, { requestId }),
      }),
      'leads.csv',
    );
  });
}

/** Reads the next text only when the client has taken the previous one. An error breaks the response off. */
function streamText(
  texts: AsyncGenerator<string>,
  { ensureAllowed, onError }: { ensureAllowed(): void; onError(error: unknown): void },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        ensureAllowed();
        const { done, value } = await texts.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        onError(error);
        controller.error(error);
      }
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
}

export type LeadsCsvDeps = {
  store: Pick<LeadStore, 'list' | 'find'>;
  /** The configured forms: each of their fields and attributes is a column. */
  forms: Readonly<Record<string, FormConfig>>;
};

/** Leads that one answer of the store holds, which takes the main thread a millisecond to read. */
const pageSize = 50;
/** Leads that are formatted in one go: a lead that arrives meanwhile waits for them. */
const sliceSize = 10;
/** The rest after each slice, in proportion to its time, so that a download takes a quarter of the main thread at most. */
const restFactor = 3;

/**
 * The leads of each filter as CSV (RFC 4180). It reads one page of the store after the other, so memory does not grow
 * with the number of leads, and rests in between, so that intake goes on. `onEnd` gets this number.
 */
export async function* leadsCsv(
  { store, forms }: LeadsCsvDeps,
  filters: readonly LeadFilter[],
  onEnd: (leadCount: number) => void,
): AsyncGenerator<string> {
  const columns = columnsFor(forms);
  yield csvHead(columns.map(({ name }) => name));
  let count = 0;
  for (const filter of filters) {
    for await (const page of pagesOf(store, queryOf(filter, forms))) {
      count += page.length;
      for (let from = 0; from < page.length; from += sliceSize) {
        const startedAt = performance.now();
        const slice = page.slice(from, from + sliceSize);
        const text = slice.map((lead) => csvLine(columns.map(({ read }) => read(lead)))).join('');
        const tookMs = performance.now() - startedAt;
        yield text;
        await sleep(restFactor * tookMs);
      }
    }
  }
  onEnd(count);
}

async function* pagesOf(store: LeadsCsvDeps['store'], query: LeadQuery) {
  let before: string | undefined;
  do {
    // Rejects if a page cannot be found, because a file that ended there would look complete.
    const { leads, next }: LeadPage = await findPage(store, query, { before, limit: pageSize });
    yield leads;
    before = next;
  } while (before !== undefined);
}

type Column = { name: string; read: (lead: StoredLead) => string };

const factsOfLead: Column[] = [
  { name: 'time_utc', read: ({ acceptedAt }) => formatUtc(acceptedAt) },
  { name: 'state', read: ({ state }) => state },
  { name: 'cause', read: (lead) => textOf(causeOf(lead) ?? lead.closed?.reason) },
  { name: 'form', read: ({ form }) => form },
];
const person: Column[] = [
  ...['first_name', 'last_name', 'email'].map(recordColumn),
  { name: 'phone', read: ({ phone }) => phoneText(phone) },
];
const plan: Column[] = [
  { name: 'route', read: ({ plan }) => textOf(plan.route) },
  { name: 'tags', read: ({ plan }) => plan.tags.join(', ') },
];
const origin = ['page_url', ...attributionKeys].map(recordColumn);
const firstTouch = attributionKeys.map((key) => recordColumn(`first_${key}`));
const consent = consentFields.map(recordColumn);
const rating = [ratingName, ratingCommentName].map(recordColumn);
const closing: Column[] = [
  { name: 'closed_utc', read: ({ closed, endedAt }) => (closed === undefined ? '' : formatUtc(endedAt)) },
  { name: 'closed_by', read: ({ closed }) => textOf(closed?.by) },
];
const identifiers: Column[] = [
  { name: 'lead', read: ({ id }) => id },
  { name: 'service_lead', read: ({ serviceLead = '' }) => serviceLead },
];

/** The columns depend only on the configuration, so every download has the same ones. */
function columnsFor(forms: Readonly<Record<string, FormConfig>>): Column[] {
  const listed = new Set([...person, ...origin, ...firstTouch, ...consent, ...rating].map(({ name }) => name));
  const facts = new Set([...factsOfLead, ...plan, ...closing, ...identifiers].map(({ name }) => name));
  const own: Column[] = [];
  for (const { fields, attributes } of Object.values(forms)) {
    for (const name of [...fields.map((field) => field.name), ...attributes]) {
      if (listed.has(name)) continue;
      listed.add(name);
      // A form may have a field `state`, too.
      own.push({ name: facts.has(name) ? `field_${name}` : name, read: (lead) => fieldText(lead, name, forms) });
    }
  }
  const further: Column = {
    name: 'further_fields',
    read({ record }) {
      const entries = Object.entries(record).filter(([name]) => !listed.has(name));
      return entries.length === 0 ? '' : textOf(Object.fromEntries(entries));
    },
  };
  return [
    ...factsOfLead,
    ...person,
    ...own,
    ...plan,
    ...origin,
    ...consent,
    ...firstTouch,
    ...rating,
    ...closing,
    ...identifiers,
    further,
  ];
}

function formatUtc(at: number | undefined): string {
  return at === undefined ? '' : new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

function recordColumn(name: string): Column {
  return { name, read: ({ record }) => textOf(record[name]) };
}

/** The value of a form's own field. A further phone is written like the lead's. */
function fieldText({ form, record }: StoredLead, name: string, forms: Readonly<Record<string, FormConfig>>): string {
  const value = record[name];
  const isPhone = formNamed(forms, form)?.fields.some((field) => field.name === name && field.type === 'tel') === true;
  return isPhone && typeof value === 'string' && phoneDigits.safeParse(value).success
    ? phoneText(value)
    : textOf(value);
}

/**
 * `(+1) 415 555 2671`. A spreadsheet would run a cell that begins with `+` as a formula, and show a long number as
 * 4.42E+11. The phone is empty once the lead's personal data is deleted.
 */
function phoneText(digits: string): string {
  if (digits === '') return '';
  const international = parsePhoneNumberFromString(`+${digits}`)?.formatInternational();
  return international === undefined ? `'+${digits}` : international.replace(/^\+(\d+)/, '(+$1)');
}
