import { triedOptions } from './experiment-plans.ts';
import type { Json, JsonObject } from './json-schema.ts';
import { coversPages, mayShareAddresses } from './page-patterns.ts';
import { objectValue } from './schema-values.ts';
import { settingWords } from './setting-words.ts';

/*
 * Entries of a list that another one keeps from having any effect. Each is valid alone, so only the list shows it. Found is what
 * is certain: patterns of pages and conditions that overlap in part are what their author wants.
 */

/** An entry by its place, and what keeps it from having an effect. */
type Shadowed = readonly [index: number, message: string];

/** Greetings that others come before, or that a rule for their pages keeps away. */
export function shadowedTriggers(triggers: readonly JsonObject[], pages: readonly JsonObject[]): Shadowed[] {
  return triggers.flatMap((trigger, index): Shadowed[] => {
    const rule = ruleFor(trigger.url, pages);
    const decided = pages[rule];
    if (decided?.hidden === true)
      return [[index, `is never shown: the page rule ${rule + 1} below hides the chat on these pages.`]];
    if (decided?.triggers !== undefined)
      return [[index, `is never shown: the page rule ${rule + 1} below has its own greetings for these pages.`]];
    const before = triggers.findIndex((other, at) => at !== index && comesBefore(other, trigger, at < index));
    const earlier = triggers[before];
    if (earlier === undefined) return [];
    const first = `greeting ${before + 1} comes ${isSameMoment(earlier, trigger) ? 'at the same moment' : 'earlier'}`;
    const always = earlier.everyHours === 0 || JSON.stringify(earlier) === JSON.stringify(trigger);
    return [
      always
        ? [index, `is never shown: ${first}, and only one greeting is shown on a page. Change when or where it comes.`]
        : [index, `is shown on a later page only: ${first}, and only one greeting is shown on a page.`],
    ];
  });
}

/** Page rules of which an earlier one is for all their pages. */
export function shadowedPages(pages: readonly JsonObject[]): Shadowed[] {
  return pages.flatMap(({ url }, index): Shadowed[] => {
    const before = pages.findIndex((other, at) => at < index && isPlaced(other.url) && coversPages(other.url, url));
    return before === -1 || !isPlaced(url)
      ? []
      : [[index, `has no effect: page rule ${before + 1} is for these pages too, and comes first. Move this one up.`]];
  });
}

/** Routes of which an earlier one takes all their leads. */
export function shadowedRoutes(routes: readonly JsonObject[]): Shadowed[] {
  return routes.flatMap(({ when }, index): Shadowed[] => {
    const before = routes.findIndex((other, at) => at < index && includes(objectValue(other.when), objectValue(when)));
    return before === -1
      ? []
      : [[index, `gets no lead: route ${before + 1} is for all of them, and comes first. Move this one up.`]];
  });
}

/** Experiments that try what an earlier one tries for the same visitors. */
export function mixedExperiments(experiments: readonly JsonObject[]): Shadowed[] {
  return experiments.flatMap((experiment, index): Shadowed[] => {
    const own = triedOptions(experiment);
    const earlier = experiments.slice(0, index).flatMap((other) => {
      const option = triedOptions(other).find((option) => own.includes(option));
      return option === undefined ? [] : [{ option, name: String(other.name) }];
    });
    return earlier.slice(0, 1).map(({ option, name }) => {
      const tried = settingWords[option]?.noun ?? `“${option}”`;
      const message = `tries ${tried}, and so does “${name}”. Visitors whose variant sets it here see this one, so the figures of “${name}” are mixed. Try one after the other.`;
      return [index, message];
    });
  });
}

/** Holidays, or days without calls, of which an earlier entry has all days. */
export function shadowedHolidays(closed: readonly JsonObject[]): Shadowed[] {
  const daysOf = ({ from, to }: JsonObject) => [String(from), String(to)] as const;
  return closed.flatMap((holiday, index): Shadowed[] => {
    const [from, to] = daysOf(holiday);
    const before = closed.slice(0, index).findIndex((other) => {
      const [first, last] = daysOf(other);
      return first <= from && to <= last;
    });
    return before === -1
      ? []
      : [[index, `has no effect: entry ${before + 1} of this list has these days too, and comes first.`]];
  });
}

/** The page rule that applies on all pages of a greeting. */
function ruleFor(url: Json | undefined, pages: readonly JsonObject[]): number {
  // Rules are about the path. A greeting for a part of the whole address may be for every path.
  const path = typeof url === 'string' && url.startsWith('^/') ? url : '';
  const first = pages.findIndex((rule) => isPlaced(rule.url) && mayShareAddresses(rule.url, path));
  return coversPages(pages[first]?.url, path) ? first : -1;
}

function isPlaced(url: Json | undefined): boolean {
  return typeof url === 'string' && url !== '';
}

/** Whether `other` fires before `trigger` on every page of that one. `isListedFirst`: which of two fires at the same moment. */
function comesBefore(other: JsonObject, trigger: JsonObject, isListedFirst: boolean): boolean {
  if (!coversPages(other.url, trigger.url)) return false;
  if (isSameMoment(other, trigger)) return isListedFirst;
  // What comes at once comes in the order of the list, as does a page that is scrolled down already. Without pages, it is half filled in.
  if (other.type === 'url') return isPlaced(other.url) && (isListedFirst || isNeverAtOnce(trigger));
  return other.type === trigger.type && amountOf(other) < amountOf(trigger);
}

function isSameMoment(one: JsonObject, other: JsonObject): boolean {
  return one.type === other.type && amountOf(one) === amountOf(other);
}

function isNeverAtOnce(trigger: JsonObject): boolean {
  return trigger.type === 'exit' || (trigger.type === 'delay' && amountOf(trigger) > 0);
}

function amountOf({ seconds, percent }: JsonObject): number {
  const amount = seconds ?? percent;
  return typeof amount === 'number' ? amount : 0;
}

/** Whether leads that meet `narrow` also meet `wide`. */
function includes(wide: JsonObject, narrow: JsonObject): boolean {
  return Object.entries(wide).every(([name, is]) => {
    const wanted = answersIn(is);
    const own = Object.hasOwn(narrow, name) ? answersIn(narrow[name]) : [];
    return own.length > 0 && own.every((answer) => wanted.includes(answer));
  });
}

function answersIn(is: Json | undefined): Json[] {
  const all = Array.isArray(is) ? is : is === undefined ? [] : [is];
  return all.filter((answer) => answer !== '');
}
