import { createHash } from 'node:crypto';
import type { FunnelReport, FunnelStage } from '../protocol/proxy/funnel.ts';
import type { LeadRequest } from '../protocol/proxy/requests.ts';
import type { greetings } from './demo-texts.ts';

export type VisitsOptions = {
  /** Address of the demo's site. */
  site: string;
  seed: number;
  /** When the last visit may be, in milliseconds since the epoch. */
  until: number;
  /** @default 600 */
  count?: number;
};

/** What a visitor does: the widget's report, and the lead that they leave. */
export type Visit = {
  at: number;
  report: FunnelReport;
  lead: LeadRequest | undefined;
  /** Idempotency-Key of the lead. */
  key: string;
};

export const defaultSeed = 2026;

/** Delivered leads keep their data for a week, so each number of the dashboard still has its list. */
export const historyDays = 7;

const dayMs = 86_400_000;

/** What visitors of a page do: how often they are there, begin with its form, and send it. */
const pages = [
  { path: '/', form: 'default', share: 0.5, starts: 0.45, sends: 0.5 },
  { path: '/prices', form: 'estimate', share: 0.3, starts: 0.6, sends: 0.7 },
  { path: '/team', form: 'default', share: 0.12, starts: 0.3, sends: 0.55 },
  { path: '/contact', form: 'default', share: 0.08, starts: 0.7, sends: 0.8 },
] as const;

/** How much each greeting of the demo's experiment changes the share of visitors who begin with the form. */
const effects: Readonly<Record<keyof typeof greetings, number>> = { short: 1.25, long: 0.85 };

/** Where those who give up stop, in the order of each form: of the usual one most at the email address. */
const fields: Readonly<Record<'default' | 'estimate', readonly { name: string; share: number }[]>> = {
  default: [
    { name: 'phone', share: 0.2 },
    { name: 'first_name', share: 0.1 },
    { name: 'last_name', share: 0.15 },
    { name: 'email', share: 0.55 },
  ],
  estimate: [
    { name: 'phone', share: 0.6 },
    { name: 'first_name', share: 0.3 },
    { name: 'treatment', share: 0.1 },
  ],
};

const treatments = [
  { value: 'check-up', share: 0.5 },
  { value: 'filling', share: 0.35 },
  { value: 'pain', share: 0.15 },
] as const;

const names = ['Ada', 'Grace', 'Edsger', 'Barbara', 'Alan', 'Katherine', 'Donald', 'Radia', 'Tim', 'Hedy'];

/** The visits of a week, in their order. The same seed plans the same visitors. */
export function planVisits({ site, seed, until, count = 600 }: VisitsOptions): Visit[] {
  const visits = Array.from({ length: count }, (_, index) => planVisit({ site, seed, until }, index));
  return visits.toSorted((a, b) => a.at - b.at);
}

function planVisit({ site, seed, until }: Omit<VisitsOptions, 'count'>, index: number): Visit {
  const random = createRandom(seed, index);
  const happens = (probability: number) => random() < probability;
  const page = pick(pages, random());
  const { form } = page;
  const greeting = happens(0.5) ? 'short' : 'long';
  const variants = { greeting };
  const stages: FunnelStage[] = happens(0.4) ? ['teaser', 'opened'] : ['opened'];
  const report: FunnelReport = { form, page: page.path, variants, stages };
  const visit = { at: timeOf(seed, index, until), key: uuidOf(seed, index), report };
  if (!happens(page.starts * effects[greeting])) return { ...visit, lead: undefined };
  stages.push('form-started');
  if (happens(0.15)) report.problems = ['phone'];
  if (!happens(page.sends)) {
    report.lastField = pick(fields[form], random()).name;
    return { ...visit, lead: undefined };
  }
  stages.push('form-sent', 'accepted');
  report.lastField = form === 'estimate' ? 'treatment' : happens(0.7) ? 'email' : 'first_name';
  if (happens(0.6)) stages.push('message', 'answered');
  const name = names[Math.floor(random() * names.length)] ?? 'Ada';
  const lead: LeadRequest = {
    form,
    fields: {
      phone: `+1415555${String(2000 + (index % 8000)).padStart(4, '0')}`,
      first_name: name,
      ...(form === 'estimate' ? answersOf(random()) : { email: `${name.toLowerCase()}${index}@example.com` }),
    },
    page: { url: `${site}${page.path}` },
    variants,
    // A bot fills in the hidden field now and then.
    website: happens(0.03) ? 'https://spam.example.com' : '',
    elapsedMs: 4_000 + Math.floor(random() * 60_000),
    callback: happens(0.2),
  };
  return { ...visit, lead };
}

function answersOf(at: number): Record<string, string> {
  const { value: treatment } = pick(treatments, at);
  return treatment === 'pain' ? { treatment, since: 'Yesterday' } : { treatment };
}

/** Some time in the days before `until`: seldom at night, and less on weekends. */
function timeOf(seed: number, index: number, until: number): number {
  const random = createRandom(seed, index + 1_000_000);
  for (;;) {
    const at = until - Math.floor(random() * (historyDays * dayMs));
    if (random() < busynessOf(new Date(at))) return at;
  }
}

function busynessOf(time: Date): number {
  const hour = time.getHours();
  const isDay = hour >= 8 && hour < 20;
  const isWeekend = time.getDay() % 6 === 0;
  return (isDay ? 1 : hour < 6 ? 0.05 : 0.35) * (isWeekend ? 0.55 : 1);
}

function pick<Choice extends { share: number }>(choices: readonly Choice[], at: number) {
  let sum = 0;
  const found = choices.find(({ share }) => {
    sum += share;
    return at < sum;
  });
  const last = found ?? choices.at(-1);
  if (last === undefined) throw new Error('there is nothing to choose from');
  return last;
}

/** mulberry32: the same numbers for the same seed, on every machine. */
function createRandom(seed: number, index: number): () => number {
  let state = (seed * 0x9e3779b1 + index * 0x85ebca6b) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function uuidOf(seed: number, index: number): string {
  const hash = createHash('sha256').update(`${seed} ${index}`).digest('hex');
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}
