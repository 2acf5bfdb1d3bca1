import { uuid } from '../protocol/identifiers.ts';

/** Ids that every sandbox knows, so that a configuration can name them before it runs. */
export const defaultIds = {
  flow: 'f1000000-0000-4000-8000-000000000001',
  journey: 'a1000000-0000-4000-8000-000000000001',
  agent: 'c1000000-0000-4000-8000-000000000001',
} as const;

export const defaultKey = 'sandbox-key';

/** The ids that requests may use. Agent ids are case-sensitive (Initiate Call), and so are the others here. */
export type KnownIds = { flows: ReadonlySet<string>; journeys: ReadonlySet<string>; agents: ReadonlySet<string> };

export type ExtraIds = {
  /** Flows known in addition to the default one. */
  flows?: readonly string[];
  /** Journeys known in addition to the default one. */
  journeys?: readonly string[];
  /** Agents known in addition to the default one. */
  agents?: readonly string[];
};

/** @throws TypeError for an id that is no UUID, because no request could contain it. */
export function knownIds({ flows = [], journeys = [], agents = [] }: ExtraIds): KnownIds {
  for (const [kind, ids] of Object.entries({ flows, journeys, agents })) {
    const wrong = ids.find((id) => !uuid.safeParse(id).success);
    if (wrong !== undefined) throw new TypeError(`[sandbox] ${kind} must be UUIDs, got "${wrong}".`);
  }
  return {
    flows: new Set([defaultIds.flow, ...flows]),
    journeys: new Set([defaultIds.journey, ...journeys]),
    agents: new Set([defaultIds.agent, ...agents]),
  };
}
