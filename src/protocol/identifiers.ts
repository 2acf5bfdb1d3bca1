import * as z from 'zod/mini';

/** A UUID: the ids of leads, agents, flows, journeys and calls. Either case, because agent ids are case-sensitive (Initiate Call). */
export const uuid = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i));

/** Name of one of a proxy's forms. */
export const formName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** The end of an ID, by which people tell it from others as long as it has no name. */
export function endOfId(id: string): string {
  return `…${id.slice(-4)}`;
}

/** What people call a journey or an agent, by its ID. */
export const destinationName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));

const journeyAddress = /\/journey\/([0-9a-f-]{36})(?:\/flow\/([0-9a-f-]{36}))?/i;

export type JourneyIdParseResult =
  | { ok: true; journeyId: string }
  | { ok: false; problem: 'flow-id' | 'not-a-uuid'; journeyId?: string };

/**
 * Parses a journey as an operator types it: the Journey ID, or the workspace address that contains it. In an address,
 * the Journey ID and the Flow ID have different places. A bare UUID counts as a Flow ID only if it equals `flowId`.
 */
export function parseJourneyId(typed: string, flowId?: string): JourneyIdParseResult {
  const text = typed.trim();
  const inAddress = journeyAddress.exec(text)?.[1];
  if (inAddress !== undefined && uuid.safeParse(inAddress).success) return { ok: true, journeyId: inAddress };
  if (!uuid.safeParse(text).success) return { ok: false, problem: 'not-a-uuid' };
  if (flowId !== undefined && text.toLowerCase() === flowId.toLowerCase()) return { ok: false, problem: 'flow-id' };
  return { ok: true, journeyId: text };
}
