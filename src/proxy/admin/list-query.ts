import type { Context } from 'hono';
import * as z from 'zod';
import type { CallFilter } from '../../protocol/admin/calls.ts';
import type { LeadFilter } from '../../protocol/admin/leads.ts';
import { cleanText } from '../../protocol/clean-text.ts';
import { cleanPhone, digitsOf } from '../../protocol/phone.ts';
import type { FormConfig } from '../config/form-schema.ts';
import type { StoredLead } from '../domain/lead.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { badRequest, issuesOf, ProxyError } from '../http/proxy-error.ts';
import { fieldOfVariant } from '../record-fields.ts';
import type { LeadStore } from '../store/create-store.ts';
import type { CallQuery, LeadQuery } from '../store/queries/lead-lists.ts';
import { countriesOf, parsePhone } from '../written-phone.ts';

/** The query parameter `limit` of every list. */
export const pageLimit = z.coerce.number().int().min(1).max(200).default(50);

/** A time of a query, or a day. */
export const time = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'must be a time or a day, such as 2026-11-23' })
  .transform((text) => Date.parse(text));

/**
 * Checks the query parameters of a list.
 * @throws ProxyError 400
 */
export function readQuery<T>(c: Context<AppEnvironment>, schema: z.ZodType<T>): T {
  const query = schema.safeParse(c.req.query());
  if (!query.success) throw badRequest(issuesOf(query.error));
  return query.data;
}

/** The last entry of a full page, from which the next page continues. Undefined when there are no more entries. */
export function nextOf(entries: readonly { id: string }[], limit: number): string | undefined {
  return entries.length === limit ? entries.at(-1)?.id : undefined;
}

/**
 * Without the entry after which a page begins, the rest of the list cannot be found, and an empty page would look like the end.
 * @throws ProxyError 409 if it has been erased
 */
export async function requireEntry(
  page: readonly unknown[],
  before: string | undefined,
  find: (id: string) => Promise<unknown>,
): Promise<void> {
  if (page.length > 0 || before === undefined || (await find(before)) !== undefined) return;
  const message =
    'The entry behind which this page begins (`before`) has been erased meanwhile: load the list from its start.';
  throw new ProxyError('wrong-state', { message });
}

export type LeadPage = { leads: StoredLead[]; next: string | undefined };

/** A page of the leads that match, newest first. `next` is set if there may be more. */
export async function findPage(
  store: Pick<LeadStore, 'list' | 'find'>,
  query: LeadQuery,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<LeadPage> {
  const leads = await store.list({ ...query, limit, before });
  await requireEntry(leads, before, store.find);
  return { leads, next: nextOf(leads, limit) };
}

/** `forms`: their countries say what a phone without `+` means. */
export function queryOf(filter: LeadFilter, forms: Readonly<Record<string, FormConfig>>): LeadQuery {
  const { state, cause, leads } = filter;
  const search = filter.search === undefined ? undefined : withoutScheme(cleanText(filter.search));
  const phones = search === undefined ? [] : phonesOf(search, countriesOf(forms));
  return { state, cause, search, phones, leads, ...scopeOf(filter) };
}

export function callQueryOf({ state, lead, answered, missed, ...scope }: CallFilter): CallQuery {
  return { state, lead, isAnswered: answered !== undefined, isMissed: missed !== undefined, ...scopeOf(scope) };
}

/** What the lists of leads and calls are narrowed by alike. */
function scopeOf({ form, page, variant, from, to }: Omit<CallFilter, 'state' | 'lead' | 'answered'>) {
  return {
    form,
    page,
    field: variant === undefined ? undefined : fieldOfVariant(variant),
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
  };
}

/** The address of a link is copied with its scheme: `tel:+14155552671`, `mailto:ada@example.com?subject=…`. */
function withoutScheme(text: string): string {
  const address = /^\s*(?:tel|callto|sms|mailto):(?:\/\/)?(?<address>[^?;]+)/i.exec(text)?.groups?.address;
  if (address === undefined) return text;
  try {
    return decodeURIComponent(address).trim();
  } catch {
    return address.trim();
  }
}

/** Fewer digits are in too many numbers, dates and ids. */
const minDigits = 4;

/**
 * The digits that a search for a phone may mean, as they are stored or as a part of them: of `+1 (415) …`, of `(+1) 415 …` as
 * the CSV file writes it, of `0049 …`, and of `0415 …` as people of one of `countries` write it. Empty for other searches.
 */
function phonesOf(search: string, countries: readonly string[]): string[] {
  // The zero in brackets is left out by who calls from abroad.
  const written = cleanPhone(search).replace(/\(0\)/g, '');
  const digits = digitsOf(written);
  if (/\p{L}/u.test(written) || digits.length < minDigits) return [];
  const whole = countries.flatMap((country) => {
    const phone = parsePhone(written, country);
    if (phone.ok) return [phone.digits];
    return phone.problem.code === 'ambiguous' ? phone.problem.readings.map(digitsOf) : [];
  });
  const parts = [digits, digits.replace(/^0+/, ''), digits.replace(/^011/, '')];
  return [...new Set([...whole, ...parts.filter((part) => part.length >= minDigits)])];
}
