import type { Json, JsonObject } from './json-schema.ts';
import type { Problem } from './problems.tsx';
import { objectValue } from './schema-values.ts';
import {
  mixedExperiments,
  shadowedHolidays,
  shadowedPages,
  shadowedRoutes,
  shadowedTriggers,
} from './shadowed-entries.ts';

/** Problems by option, or by key of a form. */
export type ProblemsByName = ReadonlyMap<string, readonly Problem[]>;

/** Valid options of the widget that do nothing as they are, or more than their author expects: half filled in, or hidden by others. */
export function optionAdvice({
  leadForm,
  askAfter,
  hours,
  away,
  triggers,
  pages,
  experiments,
}: JsonObject): ProblemsByName {
  const isAskedLater = leadForm === 'later' || leadForm === 'optional';
  return byName([
    askAfter !== undefined &&
      !isAskedLater &&
      advise('askAfter', [], 'has no effect yet: set leadForm to “later” or “optional”.'),
    away !== undefined && hours === undefined && advise('away', [], 'has no effect yet: set hours.'),
    ...entriesOf(triggers).map(({ type, url }, index) =>
      type === 'url' && isBlank(url)
        ? advise(
            'triggers',
            [index, 'url'],
            'fill this in: on which pages. Without it, this trigger applies on all of them.',
          )
        : false,
    ),
    ...entriesOf(pages).map(({ url, ...options }, index) =>
      !isBlank(url) && Object.keys(options).length === 0
        ? advise('pages', [index], 'changes nothing yet: choose an option for these pages, or hide the widget.')
        : false,
    ),
    ...entriesOf(experiments).map(({ variants }, index) =>
      entriesOf(variants).length === 1
        ? advise('experiments', [index, 'variants'], 'add a second variant to compare with.')
        : false,
    ),
    ...shadowedTriggers(entriesOf(triggers), entriesOf(pages)).map(([at, message]) =>
      advise('triggers', [at], message),
    ),
    ...shadowedPages(entriesOf(pages)).map(([at, message]) => advise('pages', [at], message)),
    ...mixedExperiments(entriesOf(experiments)).map(([at, message]) => advise('experiments', [at], message)),
    ...shadowedHolidays(entriesOf(objectValue(hours).closed)).map(([at, message]) =>
      advise('hours', ['closed', at], message),
    ),
  ]);
}

/** The same for a form of the proxy. */
export function formAdvice({ fields, routes, callback }: JsonObject): ProblemsByName {
  return byName([
    ...entriesOf(fields).map(({ name, label, type }, index) =>
      typeof name === 'string' && name !== '' && !namedFields.includes(name) && type !== 'hidden' && isBlank(label)
        ? advise('fields', [index, 'label'], `fill this in: without it, visitors read “${name}”.`)
        : false,
    ),
    ...shadowedRoutes(entriesOf(routes)).map(([at, message]) => advise('routes', [at], message)),
    ...shadowedHolidays(entriesOf(objectValue(callback).closed)).map(([at, message]) =>
      advise('callback', ['closed', at], message),
    ),
  ]);
}

/** Fields for which the widget has a label in every language. */
const namedFields: readonly string[] = ['phone', 'first_name', 'last_name', 'email', 'company'];

type Advice = { name: string; problem: Problem };

function advise(name: string, path: readonly (string | number)[], message: string): Advice {
  return { name, problem: { path: path.map(String), message, isAdvice: true } };
}

function byName(all: readonly (Advice | false)[]): ProblemsByName {
  const found = all.filter((advice) => advice !== false);
  return new Map(
    found.map(({ name }) => [name, found.filter((advice) => advice.name === name).map(({ problem }) => problem)]),
  );
}

function entriesOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(objectValue) : [];
}

function isBlank(value: Json | undefined): boolean {
  return value === undefined || value === '';
}
