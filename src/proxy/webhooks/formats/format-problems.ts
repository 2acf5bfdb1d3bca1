import { nearestName } from '../../../options/index.ts';
import type { ProxyConfig } from '../../config/schema.ts';
import { receiverLabel } from '../../config/webhook-schema.ts';
import { isExperimentField } from '../../record-fields.ts';
import { knownValueNames, type TemplateName, templateNames } from './template.ts';

/** A name in the body of a webhook that no lead has: its value would always be empty. */
export type FormatProblem = {
  /** The receiver's name, or else its host: a URL may contain a key. */
  receiver: string;
  path: PropertyKey[];
  name: string;
  /** Continues `format …`. */
  message: string;
};

/** The names in the bodies of webhooks that none of these forms gives to its leads. */
export function formatProblems({ webhooks, forms }: Pick<ProxyConfig, 'webhooks' | 'forms'>): FormatProblem[] {
  const known = knownValueNames(forms);
  return webhooks.flatMap((webhook, index) =>
    namesOf(webhook)
      .filter(({ name }) => !known.has(name) && !isExperimentField(name))
      .map(({ name, path }) => ({
        receiver: receiverLabel(webhook),
        path: ['webhooks', index, 'format', ...path],
        name,
        message: `contains {${name}}, which no lead has; ${remedyFor(name, known)}`,
      })),
  );
}

/** What follows a name in the body of a webhook without a meaning. */
export function filterProblems({ webhooks }: Pick<ProxyConfig, 'webhooks'>): Pick<FormatProblem, 'path' | 'message'>[] {
  return webhooks.flatMap((webhook, index) =>
    namesOf(webhook)
      .filter(({ isKnownFilter }) => !isKnownFilter)
      .map(({ written, path }) => ({
        path: ['webhooks', index, 'format', ...path],
        message: `contains ${written}; after the name there can be :e164, :sha256 and ?, in this order`,
      })),
  );
}

function namesOf({ format }: ProxyConfig['webhooks'][number]): TemplateName[] {
  return typeof format === 'string' ? [] : templateNames(format);
}

function remedyFor(name: string, known: ReadonlySet<string>): string {
  const nearest = nearestName(name, [...known]);
  return nearest === undefined ? `use one of ${[...known].join(', ')}` : `use {${nearest}}`;
}
