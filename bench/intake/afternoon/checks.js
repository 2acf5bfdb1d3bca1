import parsePhone from 'libphonenumber-js/max';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import * as z from 'zod';

// What leadchat checks of a lead, as one would write it with zod, libphonenumber and rate-limiter-flexible.

const short = z.string().max(200);
const long = z.string().max(2048);
const touch = z.partialRecord(
  z.enum(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'gclid', 'referrer', 'landing_page']),
  long,
);
const phone = z.string().transform((text, context) => {
  const parsed = parsePhone(text, 'US');
  if (parsed?.isValid()) return parsed.number.slice(1);
  context.addIssue({ code: 'custom', message: 'is not a phone number' });
  return z.NEVER;
});

export const keySchema = z.uuid();
export const leadSchema = z.strictObject({
  form: z.literal('default'),
  fields: z.strictObject({ phone, first_name: short, last_name: short, email: z.email() }),
  page: z.strictObject({ url: long, title: long, referrer: long }).optional(),
  attribution: z.strictObject({ first: touch.optional(), last: touch.optional() }).optional(),
  elapsedMs: z.number().min(0),
  website: long,
});

/** Why a lead would wait for a look: the hidden field is filled, or the form was filled faster than people type. */
export function spamReason({ website, elapsedMs }) {
  if (website !== '') return 'honeypot';
  return elapsedMs < 2000 ? 'too-fast' : undefined;
}

/** leadchat's default limits, of which that of the whole site is raised. */
const limits = {
  address: { points: 5, duration: 600 },
  day: { points: 20, duration: 86_400 },
  phone: { points: 3, duration: 86_400 },
  site: { points: 1_000_000_000, duration: 60 },
};

/** With a pool, all processes share the limits; their table forgets them after a crash, but needs no flush. */
export async function createLimits(pool) {
  if (pool !== undefined) {
    await pool.query(
      'CREATE UNLOGGED TABLE limits (key text PRIMARY KEY, points int NOT NULL DEFAULT 0, expire bigint)',
    );
  }
  const create = ([keyPrefix, limit]) => {
    if (pool === undefined) return [keyPrefix, new RateLimiterMemory({ keyPrefix, ...limit })];
    const table = { tableName: 'limits', tableCreated: true };
    return [keyPrefix, new RateLimiterPostgres({ storeClient: pool, ...table, keyPrefix, ...limit })];
  };
  const { address, day, phone, site } = Object.fromEntries(Object.entries(limits).map(create));
  return {
    async takeAddress(ip) {
      await Promise.all([address.consume(ip), day.consume(ip)]);
    },
    takeSite: () => site.consume('site'),
    /** Resolves with whether the phone is over its limit: its lead is stored, and waits. */
    async isPhoneOver(digits) {
      try {
        await phone.consume(digits);
        return false;
      } catch (error) {
        if (isRefused(error)) return true;
        throw error;
      }
    },
  };
}

export function isRefused(error) {
  return error instanceof RateLimiterRes;
}
