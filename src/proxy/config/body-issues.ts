import { nearestName } from '../../options/index.ts';
import { templateNames } from '../webhooks/formats/template.ts';
import { isExperimentField, knownValueNames } from '../webhooks/formats/webhook-values.ts';
import { type ConfigProblem, describeProblem } from './describe-issues.ts';
import type { ProxyConfig } from './schema.ts';

/** What is wrong with the names in the bodies of webhooks: a value that no lead has would always be empty. */
export function bodyIssues({ webhooks, forms }: ProxyConfig): ConfigProblem[] {
  const known = knownValueNames(forms);
  return webhooks.flatMap(({ format }, index) =>
    (typeof format === 'string' ? [] : templateNames(format))
      .filter(({ name }) => !known.has(name) && !isExperimentField(name))
      .map(({ path, name }) => {
        const nearest = nearestName(name, [...known]);
        const remedy = nearest === undefined ? `use one of ${[...known].join(', ')}` : `use {${nearest}}`;
        return describeProblem(
          ['webhooks', index, 'format', ...path],
          `contains {${name}}, which no lead has; ${remedy}`,
        );
      }),
  );
}
