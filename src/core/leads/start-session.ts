import { digitsOf, type LeadRequest, webchatSession, withCountryCode } from '../../protocol/index.ts';

/** A lead's data as the body of session initialization (4.10). */
export function sessionRequest(flowId: string, { fields }: LeadRequest) {
  const typed = String(fields.phone ?? '');
  const digits = digitsOf(typed);
  // The service takes the phone as E.164 digits (2.1).
  const phone = typed.trim().startsWith('+') ? digits : withCountryCode(digits);
  return { record: { ...fields, phone }, flow_id: flowId };
}

/** The session that was initialized; undefined when none was. */
export function readSession(answer: unknown): string | undefined {
  return webchatSession.safeParse(answer).data?.session;
}
