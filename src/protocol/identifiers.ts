import * as z from 'zod/mini';

/** A UUID as the service writes its ids (leads, agents, flows, journeys, calls). Case is kept: agent ids are case-sensitive (4.1). */
export const uuid = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i));

/** A conversation's session: `webchat-session.<uuid>` (2.5). Whoever has it can read and continue the conversation. */
export const sessionId = z
  .string()
  .check(z.regex(/^webchat-session\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i));

/** UTC ISO 8601 timestamp (2.1, 2.2). */
export const timestamp = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|\+00:00)$/));

/** Name of one of a proxy's forms. */
export const formName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));

const journeyAddress = /\/journey\/([0-9a-f-]{36})(?:\/flow\/([0-9a-f-]{36}))?/i;

export type JourneyIdReading =
  | { ok: true; journeyId: string }
  | { ok: false; problem: 'flow-id' | 'not-a-uuid'; journeyId?: string };

/**
 * Reads what an operator typed as a journey: the Journey ID itself, or the workspace address that holds it (2.4).
 * The address carries two UUIDs, so there the Journey ID is told from the Flow ID; a bare UUID is only known to be the
 * Flow ID when it equals `flowId`.
 */
export function readJourneyId(typed: string, flowId?: string): JourneyIdReading {
  const text = typed.trim();
  const inAddress = journeyAddress.exec(text)?.[1];
  if (inAddress !== undefined && uuid.safeParse(inAddress).success) return { ok: true, journeyId: inAddress };
  if (!uuid.safeParse(text).success) return { ok: false, problem: 'not-a-uuid' };
  if (flowId !== undefined && text.toLowerCase() === flowId.toLowerCase()) return { ok: false, problem: 'flow-id' };
  return { ok: true, journeyId: text };
}
