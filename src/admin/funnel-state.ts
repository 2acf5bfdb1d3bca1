import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import {
  type AdminFunnel,
  type AdminRatings,
  type FunnelDivision,
  type FunnelStage,
  funnelDivisions,
} from '../protocol/index.ts';
import type { Session } from './session.ts';

/** Days that a view can show. */
export const funnelPeriods = [1, 7, 30, 90, 365] as const;
export type FunnelPeriod = (typeof funnelPeriods)[number];

/** What counts as a success. */
export const funnelGoals = ['accepted', 'form-sent', 'message', 'answered'] as const satisfies FunnelStage[];
export type FunnelGoal = (typeof funnelGoals)[number];

export type FunnelView = Record<FunnelDivision, AdminFunnel>;

/** What is asked for: the same for the numbers and for the files. */
export type FunnelQuery = { from: string; to: string; by: FunnelDivision; zone: string; form?: string };

/** The numbers of the tab "Conversion". */
export type FunnelState = {
  period: ReadonlySignal<FunnelPeriod>;
  /** Null: all forms. */
  form: ReadonlySignal<string | null>;
  goal: ReadonlySignal<FunnelGoal>;
  /** Null until loaded. */
  view: ReadonlySignal<FunnelView | null>;
  /** What visitors have written about their chats. Undefined until loaded. */
  comments: ReadonlySignal<AdminRatings['ratings'] | undefined>;
  hasFailed: ReadonlySignal<boolean>;
  showPeriod(period: FunnelPeriod): Promise<void>;
  showForm(form: string | null): Promise<void>;
  setGoal(goal: FunnelGoal): void;
  load(): Promise<void>;
  /** A file with the rows of one division. */
  csv(by: FunnelDivision): Promise<{ name: string; file: Blob } | undefined>;
  clear(): void;
};

export type FunnelStateDeps = {
  session: Session;
  now: () => number;
  /** The operator's time zone. @default that of the browser */
  zone?: string;
};

const dayMs = 86_400_000;

export function createFunnelState({ session, now, zone = browserZone() }: FunnelStateDeps): FunnelState {
  const period = signal<FunnelPeriod>(30);
  const form = signal<string | null>(null);
  const goal = signal<FunnelGoal>('accepted');
  const loaded = signal<FunnelView | null>(null);
  const comments = signal<AdminRatings['ratings'] | undefined>(undefined);
  const hasFailed = signal(false);
  let lastLoad = 0;

  const queryOf = (by: FunnelDivision): FunnelQuery => {
    const to = now();
    const chosen = form.peek();
    return {
      from: new Date(to - (period.peek() - 1) * dayMs - timeOfDay(to, zone)).toISOString(),
      to: new Date(to).toISOString(),
      by,
      zone,
      ...(chosen !== null && { form: chosen }),
    };
  };

  const load = async () => {
    const number = ++lastLoad;
    const { by: _, zone: __, ...range } = queryOf('form');
    const [results, written] = await Promise.all([
      Promise.all(funnelDivisions.map((by) => session.request((client) => client.funnel(queryOf(by))))),
      session.request((client) => client.ratings(range)),
    ]);
    if (number !== lastLoad) return; // A newer load has started.
    const [byForm, byPage, byVariant, byField, byStep, byDay] = results;
    const isComplete = byForm && byPage && byVariant && byField && byStep && byDay;
    batch(() => {
      hasFailed.value = !isComplete;
      comments.value = written?.ratings;
      if (!isComplete) return;
      loaded.value = {
        ...{ form: byForm, page: byPage, variant: byVariant },
        field: byField,
        step: byStep,
        day: byDay,
      };
    });
  };

  const reload = async () => {
    loaded.value = null;
    await load();
  };

  return {
    period,
    form,
    goal,
    view: computed(() => loaded.value),
    comments,
    hasFailed,
    async showPeriod(chosen) {
      period.value = chosen;
      await reload();
    },
    async showForm(chosen) {
      form.value = chosen;
      await reload();
    },
    setGoal(chosen) {
      goal.value = chosen;
    },
    load,
    async csv(by) {
      const query = queryOf(by);
      const file = await session.request((client) => client.funnelCsv(query));
      return file && { name: `conversion-by-${by}-${query.to.slice(0, 10)}.csv`, file };
    },
    clear() {
      loaded.value = null;
      comments.value = undefined;
    },
  };
}

function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Milliseconds since the day began in this time zone, to the minute. */
function timeOfDay(time: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' })
    .formatToParts(time)
    .map(({ type, value }) => [type, Number(value)] as const);
  const { hour = 0, minute = 0 } = Object.fromEntries(parts);
  return hour * 3_600_000 + minute * 60_000 + (time % 60_000);
}
