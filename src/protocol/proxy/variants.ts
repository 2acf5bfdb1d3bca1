import * as z from 'zod/mini';
import { experimentName } from './experiment-name.ts';

const experiment = z.string().check(z.regex(experimentName, { error: 'must be the name of an experiment' }));
const variant = z.string().check(z.regex(experimentName, { error: 'must be the name of a variant' }));

/** The experiments of a page that the proxy takes. */
const maxExperiments = 20;

/** What a visitor has seen: the names of variants, by the name of their experiment. */
export const variants = z.record(experiment, variant).check(
  z.refine((seen) => Object.keys(seen).length <= maxExperiments, {
    error: `must not have more than ${maxExperiments} experiments`,
  }),
);
