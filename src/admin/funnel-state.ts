import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { type AdminFunnel, type FunnelDivision, funnelDivisions } from '../protocol/admin/funnel.ts';
import type { AdminRatings } from '../protocol/admin/ratings.ts';
import type { FunnelGoal } from '../protocol/proxy/funnel-goals.ts';
import { type FunnelChoice, readFunnelChoice, usualChoice, writeFunnelChoice } from './funnel-address.ts';
import { type FunnelRange, type FunnelSpan, rangeProblem, spanBefore, spanOf } from './funnel-range.ts';
import type { AddressedView } from './section-address.ts';
import type { Session } from './session.ts';

export type FunnelView = Record<FunnelDivision, AdminFunnel>;

/** What is asked for: the same for the numbers and for the files. */
export type FunnelQuery = { from: string; to: string; by: FunnelDivision; zone: string; form?: string };

/** The numbers of the tab "Conversion". */
export type FunnelState = AddressedView & {
  range: ReadonlySignal<FunnelRange>;
  /** What is wrong with the range; empty if nothing is. */
  rangeProblem: ReadonlySignal<string>;
  /** Null: all forms. */
  form: ReadonlySignal<string | null>;
  goal: ReadonlySignal<FunnelGoal>;
  /** Null until loaded. */
  view: ReadonlySignal<FunnelView | null>;
  /** The same for the span before. Null if nobody used the chat then; undefined if the numbers are no longer kept. */
  before: ReadonlySignal<FunnelView | null | undefined>;
  /** What visitors have written about their chats. Undefined until loaded. */
  comments: ReadonlySignal<AdminRatings['ratings'] | undefined>;
  hasFailed: ReadonlySignal<boolean>;
  /** The time now, which the last days end with. */
  now: () => number;
  showRange(range: FunnelRange): Promise<void>;
  showForm(form: string | null): Promise<void>;
  setGoal(goal: FunnelGoal): void;
  /** A file with the rows of one division. */
  csv(by: FunnelDivision): Promise<{ name: string; file: Blob } | undefined>;
  clear(): void;
};

export type FunnelStateDeps = {
  session: Session;
  now: () => number;
};

export function createFunnelState({ session, now }: FunnelStateDeps): FunnelState {
  const range = signal<FunnelRange>(usualChoice.range);
  const form = signal<string | null>(usualChoice.form);
  const goal = signal<FunnelGoal>(usualChoice.goal);
  const loaded = signal<FunnelView | null>(null);
  const before = signal<FunnelView | null | undefined>(undefined);
  const comments = signal<AdminRatings['ratings'] | undefined>(undefined);
  const hasFailed = signal(false);
  const problem = computed(() => rangeProblem(range.value, now()));
  let lastLoad = 0;

  const ofForm = () => {
    const chosen = form.peek();
    return chosen === null ? {} : { form: chosen };
  };
  const queryOf = (span: FunnelSpan, by: FunnelDivision): FunnelQuery => ({
    ...span,
    by,
    zone: browserZone(),
    ...ofForm(),
  });

  const read = async (span: FunnelSpan): Promise<FunnelView | undefined> => {
    const [form, page, variant, field, step, day] = await Promise.all(
      funnelDivisions.map((by) => session.request((client) => client.funnel(queryOf(span, by)))),
    );
    return form && page && variant && field && step && day && { form, page, variant, field, step, day };
  };

  const load = async () => {
    const number = ++lastLoad;
    if (problem.peek() !== '') return;
    const at = now();
    const span = spanOf(range.peek(), at);
    const earlier = spanBefore(range.peek(), at);
    const [view, viewBefore, written] = await Promise.all([
      read(span),
      earlier && read(earlier),
      session.request((client) => client.ratings({ ...span, ...ofForm() })),
    ]);
    if (number !== lastLoad) return; // A newer load has started.
    const isComplete = view !== undefined && (earlier === undefined || viewBefore !== undefined);
    batch(() => {
      hasFailed.value = !isComplete;
      comments.value = written?.ratings;
      if (!isComplete) return;
      loaded.value = view;
      before.value = viewBefore && isUnused(viewBefore) ? null : viewBefore;
    });
  };

  const reload = async () => {
    loaded.value = null;
    await load();
  };
  const choose = (choice: FunnelChoice) =>
    batch(() => {
      range.value = choice.range;
      form.value = choice.form;
      goal.value = choice.goal;
      loaded.value = null;
    });

  return {
    now,
    range,
    rangeProblem: problem,
    form,
    goal,
    view: computed(() => loaded.value),
    before,
    comments,
    hasFailed,
    async showRange(chosen) {
      range.value = chosen;
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
      const query = queryOf(spanOf(range.peek(), now()), by);
      const file = await session.request((client) => client.funnelCsv(query));
      return file && { name: `conversion-by-${by}-${query.to.slice(0, 10)}.csv`, file };
    },
    address: computed(() => writeFunnelChoice({ range: range.value, form: form.value, goal: goal.value })),
    readAddress: (query) => choose(readFunnelChoice(query)),
    tidyAddress: (query) => writeFunnelChoice(readFunnelChoice(query)),
    clear() {
      // What is on its way is for somebody who has signed out.
      lastLoad++;
      batch(() => {
        choose(usualChoice);
        before.value = undefined;
        comments.value = undefined;
        hasFailed.value = false;
      });
    },
  };
}

function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Whether nobody has used the chat, and no lead has come. */
export function isUnused({ form: { total } }: FunnelView): boolean {
  const { visits, leads, ratings } = total;
  return [...Object.values(visits), ...Object.values(leads), ...ratings].every((count) => count === 0);
}
