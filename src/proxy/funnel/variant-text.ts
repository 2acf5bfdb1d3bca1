import * as z from 'zod';
import { textIn } from '../../protocol/locale.ts';
import type { ProxyConfig } from '../config/schema.ts';

const text = z.union([z.string(), z.record(z.string(), z.string())]);
const variant = z.looseObject({
  name: z.string(),
  greeting: text.optional().catch(undefined),
  title: text.optional().catch(undefined),
  launcherText: text.optional().catch(undefined),
  triggers: z
    .array(z.looseObject({ text: text.optional() }))
    .default([])
    .catch([]),
});
const experiments = z.array(z.looseObject({ name: z.string(), variants: z.array(variant) })).catch([]);
const pages = z.array(z.looseObject({ experiments: experiments.default([]) })).catch([]);

/**
 * What the visitors of a variant read, in English or the first language, so that the dashboard says more than its name. Undefined if it
 * has no text of its own, or is gone from the configuration.
 */
export function variantText(
  { widget }: Pick<ProxyConfig, 'widget'>,
  experiment: string,
  name: string,
): string | undefined {
  const all = [
    ...experiments.parse(widget.experiments),
    ...pages.parse(widget.pages).flatMap((page) => page.experiments),
  ];
  const found = all.find((known) => known.name === experiment)?.variants.find((known) => known.name === name);
  if (found === undefined) return undefined;
  const { triggers, greeting, launcherText, title } = found;
  const words = [...triggers.map((trigger) => trigger.text), greeting, launcherText, title];
  const first = words.find((candidate) => candidate !== undefined);
  return first === undefined ? undefined : textIn(first, 'en');
}
