import { endOfId, parseJourneyId, uuid } from '../../protocol/identifiers.ts';
import type { Json } from '../../schema-form/index.ts';
import { objectOf } from '../json-value.ts';
import { appliedValues } from '../setting.ts';
import type { SettingsState } from '../settings-state.ts';

/** Where a lead can go, or who calls it. */
export type DestinationKind = 'journey' | 'agent';

/** The names of journeys and agents, by their IDs. */
export function namesOf({ draft, loaded }: SettingsState): Readonly<Record<string, string>> {
  const all = { ...loaded.value?.file.names, ...draft.value.names };
  return Object.fromEntries(Object.entries(all).flatMap(([id, name]) => (name === null ? [] : [[id, name] as const])));
}

/** A journey or an agent as people call it. Without a name, its last digits tell it from others. */
export function destinationWords(id: string, kind: DestinationKind, names: Readonly<Record<string, string>>): string {
  return names[id] ?? `${kind === 'journey' ? 'Journey' : 'Agent'} ${endOfId(id)}`;
}

/** The IDs to choose from: those that a form names, and those with a name that no form names as the other kind. */
export function destinationsOf(settings: SettingsState, kind: DestinationKind): string[] {
  const used = { journey: new Set<string>(), agent: new Set<string>() };
  const add = (to: DestinationKind, id: Json | undefined) => {
    if (typeof id === 'string' && id !== '') used[to].add(id);
  };
  for (const form of settings.forms.value) {
    const { journey, callback, routes } = appliedValues(settings, { form });
    add('journey', objectOf(journey).id);
    add('agent', objectOf(callback).agent);
    for (const route of Array.isArray(routes) ? routes.map(objectOf) : []) {
      add('journey', objectOf(route.journey).id);
      add('agent', route.agent);
    }
  }
  const other = kind === 'journey' ? used.agent : used.journey;
  const named = Object.keys(namesOf(settings)).filter((id) => !other.has(id));
  return [...new Set([...used[kind], ...named])];
}

/** The ID of what somebody has typed or copied, or why it is none. */
export function parseDestination(
  typed: string,
  kind: DestinationKind,
  flowId: string | undefined,
): { id: string } | { problem: string } {
  if (kind === 'agent') {
    const id = typed.trim();
    return uuid.safeParse(id).success
      ? { id }
      : { problem: 'This is no ID of an agent, such as c1000000-0000-4000-….' };
  }
  const parsed = parseJourneyId(typed, flowId);
  if (parsed.ok) return { id: parsed.journeyId };
  return {
    problem:
      parsed.problem === 'flow-id'
        ? 'This is the ID of the chat’s flow, not of a journey.'
        : 'Copy the address of the journey in your workspace, or its ID.',
  };
}
