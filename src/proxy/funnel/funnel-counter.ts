import type { Clock } from '../../clock.ts';
import type { FunnelReport, LeadStage } from '../../protocol/proxy/funnel.ts';
import type { StoredLead } from '../domain/lead.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { otherValue, pageOf, variantsOf } from '../record-fields.ts';
import type { LeadStore } from '../store/create-store.ts';
import {
  counterKey,
  type FunnelCount,
  isOfForm,
  type NamedValues,
  nothingNamed,
  quarterMs,
} from '../store/queries/funnel.ts';
import { storeErrorCode } from '../store/store-error.ts';

export type FunnelCounterDeps = {
  store: Pick<LeadStore, 'addToFunnel'>;
  metrics: Pick<Metrics, 'funnelCounted'>;
  log: Log;
  clock: Clock;
};

/** The names of a form's fields, and how many steps it has. */
export type CountedForm = { fields: ReadonlySet<string>; stepCount: number };

/** Where a chat was that a visitor has rated. */
export type RatedPlace = { form: string; page: string; variants?: Readonly<Record<string, string>> | undefined };

/** Columns `stage` of ratings. */
export const ratingColumn = (rating: number): string => `rating-${rating}`;
/** Columns `stage` of what the proxy knows itself: visitors' browsers report `accepted`, too. */
export const leadStageColumn = (stage: LeadStage): string => `lead-${stage}`;
/** Columns `stage` of a form's field. */
export type FieldStage = 'last' | 'stopped' | 'problem';

/** Counters that wait at most, which is some 300 KB. Beyond, pages and variants are counted as `other`. */
const maxWaiting = 2_000;

/** The event that is logged. */
export const funnelNotStored = 'funnel-not-stored';

export type FunnelCounter = ReturnType<typeof createFunnelCounter>;

/** Counts what visitors do. Counting takes no time of a request: `flush` stores the sums now and then. */
export function createFunnelCounter({ store, metrics, log, clock }: FunnelCounterDeps) {
  let waiting = new Map<string, FunnelCount>();
  /** Since the store has worked last: not each line of an outage is written. */
  let droppedCount = 0;
  let flushing: Promise<void> | undefined;
  let named = () => nothingNamed;

  const isNamed = ({ dimension, value }: FunnelCount) => !isOfForm(dimension) && named()[dimension].includes(value);

  const add = (count: FunnelCount) => {
    const apart = { ...count, value: isOfForm(count.dimension) ? count.value : otherValue };
    for (const candidate of [count, apart]) {
      const key = counterKey(candidate);
      const known = waiting.get(key);
      if (known === undefined && waiting.size >= maxWaiting && !isNamed(candidate)) continue;
      waiting.set(key, { ...candidate, n: candidate.n + (known?.n ?? 0) });
      return;
    }
    droppedCount += count.n;
  };

  const write = async () => {
    const batch = waiting;
    waiting = new Map();
    try {
      await store.addToFunnel([...batch.values()], named());
      droppedCount = 0;
    } catch (error) {
      const added = waiting;
      waiting = batch;
      for (const count of added.values()) add(count);
      log.error(funnelNotStored, error, {
        waiting: waiting.size,
        code: storeErrorCode(error),
        ...(droppedCount > 0 && { dropped: droppedCount }),
      });
    }
  };

  const flush = async (): Promise<void> => {
    await flushing;
    if (waiting.size === 0) return;
    flushing ??= write().finally(() => {
      flushing = undefined;
    });
    await flushing;
  };

  const count = (
    form: string,
    values: readonly Pick<FunnelCount, 'dimension' | 'value'>[],
    stages: readonly string[],
    at = clock.now(),
  ) => {
    const hour = Math.floor(at / quarterMs) * quarterMs;
    for (const { dimension, value } of values) {
      for (const stage of stages) add({ hour, form, dimension, value, stage, n: 1 });
    }
  };

  return {
    /** Fields and steps that the form does not have are not counted. */
    countReport(
      { form, page, variants = {}, stages, lastField, lastStep = 0, problems = [] }: FunnelReport,
      { fields, stepCount }: CountedForm,
    ): void {
      const reached = [...new Set(stages)];
      count(form, [{ dimension: 'page', value: page }, ...variantValues(variants)], reached);
      for (const stage of reached) if (stage !== 'accepted') metrics.funnelCounted(form, stage);
      const isField = (name: string | undefined) => name !== undefined && fields.has(name);
      const isSent = reached.includes('form-sent') || reached.includes('accepted');
      const ends = isSent ? ['last'] : ['last', 'stopped'];
      if (lastField !== undefined && isField(lastField)) count(form, [{ dimension: 'field', value: lastField }], ends);
      if (lastStep > 0 && lastStep <= stepCount) count(form, [{ dimension: 'step', value: String(lastStep) }], ends);
      for (const name of new Set(problems.filter(isField))) {
        count(form, [{ dimension: 'field', value: name }], ['problem']);
      }
    },
    /**
     * Counts what the proxy knows about a lead, in the quarter of an hour in which the lead was accepted or its call requested (`at`): so
     * the numbers of a day are about the same leads, as in the lists of leads and calls.
     */
    countLead({ form, record }: Pick<StoredLead, 'form' | 'record'>, stage: LeadStage, at: number): void {
      const values = [{ dimension: 'page' as const, value: pageOf(record) }, ...variantValues(variantsOf(record))];
      count(form, values, [leadStageColumn(stage)], at);
      metrics.funnelCounted(form, stage);
    },
    /** Counts how a visitor found the chat. */
    countRating({ form, page, variants = {} }: RatedPlace, rating: number): void {
      count(form, [{ dimension: 'page', value: page }, ...variantValues(variants)], [ratingColumn(rating)]);
    },
    /** From now on, these values are counted apart, whatever else is. */
    follow(values: () => NamedValues): void {
      named = values;
    },
    /** Stores what is waiting. Never rejects: what cannot be stored waits for the next time. */
    flush,
  };
}

function variantValues(variants: Readonly<Record<string, string>>): Pick<FunnelCount, 'dimension' | 'value'>[] {
  return Object.entries(variants).map(([experiment, variant]) => ({
    dimension: 'variant',
    value: `${experiment}=${variant}`,
  }));
}
