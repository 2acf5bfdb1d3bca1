import { formName } from '../protocol/identifiers.ts';
import { type FunnelGoal, funnelGoals } from '../protocol/proxy/funnel-goals.ts';
import { type FunnelRange, lastDays } from './funnel-range.ts';
import { queryOf } from './section-address.ts';

/** What the tab "Conversion" is asked for. `form`: null for all. */
export type FunnelChoice = { range: FunnelRange; form: string | null; goal: FunnelGoal };

export const usualChoice: FunnelChoice = { range: { last: 30 }, form: null, goal: 'accepted' };

/** As the address says it: `days=90&form=prices`. */
export function writeFunnelChoice({ range, form, goal }: FunnelChoice): string {
  const isUsual = 'last' in range && 'last' in usualChoice.range && range.last === usualChoice.range.last;
  return queryOf({
    ...('last' in range ? { days: isUsual ? undefined : String(range.last) } : range),
    form: form ?? undefined,
    goal: goal === usualChoice.goal ? undefined : goal,
  });
}

export function readFunnelChoice(address: string): FunnelChoice {
  const query = new URLSearchParams(address);
  const [from, to, form] = [query.get('from'), query.get('to'), query.get('form')];
  const last = lastDays.find((days) => String(days) === query.get('days'));
  const preset = last === undefined ? usualChoice.range : { last };
  return {
    range: isDay(from) && isDay(to) ? { from, to } : preset,
    form: formName.safeParse(form).success ? form : null,
    goal: funnelGoals.find((goal) => goal === query.get('goal')) ?? usualChoice.goal,
  };
}

function isDay(text: string | null): text is string {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text);
}
