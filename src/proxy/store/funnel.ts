/** What a counter belongs to, besides the hour and the form. Each visit counts once per page, variant and field. */
export type FunnelDimension = 'page' | 'variant' | 'field';

/** Something that happened `n` times within an hour, which begins at `hour` in milliseconds. */
export type FunnelCount = {
  hour: number;
  form: string;
  dimension: FunnelDimension;
  value: string;
  stage: string;
  n: number;
};

export type FunnelQuery = {
  /** From the hour that contains this time. */
  from: number;
  to: number;
  /** @default all forms */
  form?: string | undefined;
  dimension: FunnelDimension;
  /** By what the counters are summed up. */
  by: 'value' | 'hour';
};

/** `value` is the hour, in milliseconds, where the counters are summed up by the hour. */
export type FunnelSum = { form: string; value: string; stage: string; n: number };

/** Pages of a day that are counted apart, and variants. */
export const maxValuesPerDay = 100;
/** In place of the value of all others. No path begins like this. */
export const otherValue = 'other';

/** The part of the store that counts what visitors do. Nothing in it belongs to one visitor. */
export interface Funnel {
  /**
   * Adds to the counters, in one transaction. The first 100 pages and variants of a day (UTC) are counted apart, those of all
   * proxies together.
   */
  addToFunnel(counts: readonly FunnelCount[]): Promise<void>;
  readFunnel(query: FunnelQuery): Promise<FunnelSum[]>;
  /** Deletes the counters of the hours before this time. */
  sweepFunnel(before: number): Promise<void>;
}

/** The same for all counts of one counter. */
export function counterKey({ hour, form, dimension, value, stage }: FunnelCount): string {
  return [hour, form, dimension, value, stage].join('\0');
}
