import { attributionKeys } from '../protocol/proxy/attribution.ts';

import { maxPageLength } from '../protocol/proxy/limits.ts';
import {
  consentFields,
  phoneConfirmedName,
  ratingCommentName,
  ratingName,
  verifiedFieldsName,
} from '../protocol/reserved-names.ts';

/** In place of the value of all others. No path begins like this. */
export const otherValue = 'other';

/** Where the visitor came from, at the last visit and at the first. */
export const attributionFields: readonly string[] = attributionKeys.flatMap((key) => [key, `first_${key}`]);

/** The custom fields that the proxy itself adds to a lead, besides those of experiments. */
export const proxyFields: readonly string[] = [
  ...attributionFields,
  'page_url',
  ...consentFields,
  verifiedFieldsName,
  phoneConfirmedName,
  ratingName,
  ratingCommentName,
];

const fieldPattern = /^experiment_(.+)$/;

/** The custom field that tells which variant of an experiment a lead's visitor has seen. */
export function experimentField(experiment: string): string {
  return `experiment_${experiment}`;
}

/** Whether a name is that of an experiment's custom field. Which experiments there are can change without a restart. */
export function isExperimentField(name: string): boolean {
  return fieldPattern.test(name);
}

/** The path of the page on which a lead was sent, as the widget reports it. `other` if it is not known. */
export function pageOf(record: Readonly<Record<string, unknown>>): string {
  const path = typeof record.page_url === 'string' ? URL.parse(record.page_url)?.pathname : undefined;
  return path === undefined || path.length > maxPageLength ? otherValue : path;
}

/** The variants that a lead's visitor has seen, by experiment. */
export function variantsOf(record: Readonly<Record<string, unknown>>): Record<string, string> {
  const variants: Record<string, string> = {};
  for (const [field, value] of Object.entries(record)) {
    const [, experiment] = fieldPattern.exec(field) ?? [];
    if (experiment !== undefined && typeof value === 'string' && value !== '') variants[experiment] = value;
  }
  return variants;
}

/** The field of a lead that says that its visitor has seen this variant, which is written as `experiment=variant`. */
export function fieldOfVariant(variant: string): { name: string; value: string } {
  const [experiment = '', ...value] = variant.split('=');
  return { name: experimentField(experiment), value: value.join('=') };
}
