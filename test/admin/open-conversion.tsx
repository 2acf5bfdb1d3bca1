import { fireEvent, render, screen } from '@testing-library/preact';
import type { AdminClient, ApiResult } from '../../src/admin/admin-client.ts';
import { createAdminState } from '../../src/admin/admin-state.ts';
import { Dashboard } from '../../src/admin/dashboard.tsx';
import { type Clock, systemClock } from '../../src/clock.ts';
import type { AdminFunnel, FunnelCounts } from '../../src/protocol/admin/funnel.ts';
import type { AdminOverview } from '../../src/protocol/admin/overview.ts';
import { fakeSettingsClient } from './fake-settings-client.ts';
import { refusingClient } from './refusing-client.ts';

const noVisits = {
  ...{ teaser: 0, opened: 0, 'form-started': 0, 'form-sent': 0, accepted: 0, message: 0, answered: 0 },
};
const noLeads = { accepted: 0, held: 0, delivered: 0, 'call-requested': 0, 'call-answered': 0 };
export const counts = (visits = {}, leads = {}): FunnelCounts => ({
  ratings: [0, 0, 0, 0, 0],
  visits: { ...noVisits, ...visits },
  leads: { ...noLeads, ...leads },
});

export const overview: AdminOverview = {
  intake: { state: 'open' },
  forms: ['default', 'contact'],
  counts: { pending: 0, delivered: 3, unknown: 0, held: 1, dead: 0, closed: 0 },
  calls: {
    ...{ planned: 0, waiting: 0, placing: 0, ringing: 0, answered: 0, completed: 2, failed: 0, expired: 0 },
    ...{ cancelled: 0, refused: 0, unknown: 0 },
  },
  delivery: { state: 'running', running: 0, breaker: { state: 'closed' } },
  activity: [],
};

export const empty: AdminFunnel = {
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-23T12:00:00.000Z',
  total: counts(),
  rows: [],
  fields: [],
  steps: [],
};

export const full = (by: string | undefined): AdminFunnel => {
  const total = counts({ opened: 1000, 'form-sent': 120, accepted: 115 }, { accepted: 118, held: 3, delivered: 100 });
  switch (by) {
    case 'page':
      return {
        ...empty,
        total,
        rows: [
          { name: '/prices', ...counts({ opened: 500, accepted: 60 }, { accepted: 61, held: 1 }) },
          { name: 'other', ...counts({ opened: 500, accepted: 55 }, { accepted: 57 }) },
        ],
      };
    case 'variant':
      return {
        ...empty,
        total,
        rows: [
          {
            name: 'short',
            experiment: 'greeting',
            text: 'Questions?',
            ...counts({ opened: 500, accepted: 90 }, { accepted: 90 }),
          },
          { name: 'long', experiment: 'greeting', ...counts({ opened: 500, accepted: 25 }) },
        ],
      };
    case 'field':
      return {
        ...empty,
        total,
        fields: [{ form: 'default', name: 'email', last: 50, stopped: 40, problems: 12 }],
      };
    default:
      return { ...empty, total, rows: [{ name: by === 'day' ? '2026-11-23' : 'default', ...total }] };
  }
};

const hourMs = 3_600_000;

type Query = Readonly<Record<string, string>>;
type OpenOptions = {
  /** The numbers of a span that is over. @default nobody used the chat then */
  readBefore?: (query: Query) => ApiResult<AdminFunnel>;
  clock?: Clock;
  client?: Partial<AdminClient>;
};

/** The tab "Conversion" of a proxy with these numbers. */
export async function openConversion(
  read: (by: string | undefined) => ApiResult<AdminFunnel>,
  { readBefore = () => ({ ok: true, value: empty }), clock = systemClock, client: more = {} }: OpenOptions = {},
) {
  const lists: unknown[] = [];
  const files: string[] = [];
  const calls: unknown[] = [];
  const queries: Query[] = [];
  const client: AdminClient = {
    ...refusingClient(),
    ...fakeSettingsClient(),
    overview: async () => ({ ok: true, value: overview }),
    causes: async () => ({ ok: true, value: { causes: [] } }),
    leads: async (filter) => {
      lists.push(filter);
      return { ok: true, value: { leads: [] } };
    },
    calls: async (filter) => {
      calls.push(filter);
      return { ok: true, value: { calls: [] } };
    },
    ratings: async () => ({ ok: true, value: { ratings: [] } }),
    funnel: async (query) => {
      queries.push(query);
      const isBefore = Date.parse(query.to ?? '') < clock.now() - hourMs;
      return isBefore ? readBefore(query) : read(query.by);
    },
    funnelCsv: async ({ by }) => ({ ok: true, value: new Blob([by ?? '']) }),
    ...more,
  };
  const state = createAdminState({
    connect: () => client,
    clock,
    saveToken: () => undefined,
    saveFile: (name) => files.push(name),
  });
  await state.signIn('token');
  render(<Dashboard state={state} />);
  fireEvent.click(screen.getByRole('button', { name: 'Conversion' }));
  return { lists, calls, files, queries, state };
}
