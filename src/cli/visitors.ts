import { createHash } from 'node:crypto';
import type { FunnelReport, FunnelStage, LeadRequest } from '../protocol/index.ts';
import type { greetings } from './demo-texts.ts';

export type VisitorsOptions = {
  /** Addresses of the demo's proxy and site. */
  proxy: string;
  site: string;
  seed: number;
  /** @default 600 */
  count?: number;
  /** @default that of Node */
  fetch?: typeof fetch;
};

export const defaultSeed = 2026;

/** How many visitors are on the site at the same time. */
const concurrency = 4;

/** What visitors of a page do: how often they are there, begin with the form, and send it. */
const pages = [
  { path: '/', share: 0.5, starts: 0.45, sends: 0.5 },
  { path: '/prices', share: 0.3, starts: 0.6, sends: 0.7 },
  { path: '/team', share: 0.12, starts: 0.3, sends: 0.55 },
  { path: '/contact', share: 0.08, starts: 0.7, sends: 0.8 },
] as const;

/** How much each greeting of the demo's experiment changes the share of visitors who begin with the form. */
const effects: Readonly<Record<keyof typeof greetings, number>> = { short: 1.25, long: 0.85 };

/** In the order of the form. Most stop at the email address. */
const fields = [
  { name: 'phone', stops: 0.2 },
  { name: 'first_name', stops: 0.1 },
  { name: 'last_name', stops: 0.15 },
  { name: 'email', stops: 0.55 },
] as const;

const names = ['Ada', 'Grace', 'Edsger', 'Barbara', 'Alan', 'Katherine', 'Donald', 'Radia', 'Tim', 'Hedy'];

/**
 * Plays visitors who send what the widget sends, over the proxy's own HTTP routes. The same seed plays the same visitors.
 * `done` resolves with a line about them, also if the proxy is stopped meanwhile.
 */
export function playVisitors({ proxy, site, seed, count = 600, fetch: send = fetch }: VisitorsOptions): {
  done: Promise<string>;
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const post = async (path: string, body: object, headers = {}): Promise<unknown> => {
    const response = await send(`${proxy}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site, ...headers },
      body: JSON.stringify(body),
      signal: stopping.signal,
    });
    if (!response.ok) throw new Error(`the proxy responds to POST ${path} with ${response.status}`);
    return response.status === 204 ? undefined : response.json();
  };
  const visits = Array.from({ length: count }, (_, index) => planVisit(seed, index, site));
  const waiting = visits.values();
  let played = 0;
  const play = async () => {
    for (const { report, lead, key } of waiting) {
      if (lead !== undefined) await post('/leads', lead, { 'idempotency-key': key });
      await post('/funnel', report);
      played++;
    }
  };
  const done = Promise.all(Array.from({ length: concurrency }, play)).then(
    () => `${count} visitors were here (seed ${seed}): see the tab "Conversion" of the dashboard.`,
    (error: unknown) =>
      stopping.signal.aborted ? '' : `Only ${played} of ${count} visitors were here (seed ${seed}): ${error}`,
  );
  return {
    done,
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

type Visit = { report: FunnelReport; lead: LeadRequest | undefined; key: string };

function planVisit(seed: number, index: number, site: string): Visit {
  const random = createRandom(seed, index);
  const happens = (probability: number) => random() < probability;
  const page = pick(pages, random());
  const greeting = happens(0.5) ? 'short' : 'long';
  const variants = { greeting };
  const stages: FunnelStage[] = happens(0.4) ? ['teaser', 'opened'] : ['opened'];
  const report: FunnelReport = { form: 'default', page: page.path, variants, stages };
  const key = uuidOf(seed, index);
  if (!happens(page.starts * effects[greeting])) return { report, lead: undefined, key };
  stages.push('form-started');
  if (happens(0.15)) report.problems = ['phone'];
  if (!happens(page.sends)) {
    report.lastField = pick(
      fields.map(({ name, stops }) => ({ name, share: stops })),
      random(),
    ).name;
    return { report, lead: undefined, key };
  }
  stages.push('form-sent', 'accepted');
  report.lastField = happens(0.7) ? 'email' : 'first_name';
  if (happens(0.6)) stages.push('message', 'answered');
  const name = names[Math.floor(random() * names.length)] ?? 'Ada';
  const lead: LeadRequest = {
    form: 'default',
    fields: {
      phone: `+1415555${String(2000 + (index % 8000)).padStart(4, '0')}`,
      first_name: name,
      email: `${name.toLowerCase()}${index}@example.com`,
    },
    page: { url: `${site}${page.path}` },
    variants,
    // A bot fills in the hidden field now and then.
    website: happens(0.03) ? 'https://spam.example.com' : '',
    elapsedMs: 4_000 + Math.floor(random() * 60_000),
    callback: happens(0.2),
  };
  return { report, lead, key };
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
