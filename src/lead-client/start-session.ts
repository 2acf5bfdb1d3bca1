import { digitsOf, type LeadRequest, webchatSession, withCountryCode } from '../protocol/index.ts';
import { type ExchangeParts, exchange } from './exchange.ts';
import type { SendResult } from './lead-gateway.ts';
import { failureOf } from './send-result.ts';

/** Hands a lead's data to a chat session, straight from the browser (4.10). */
export async function startSession(
  parts: ExchangeParts,
  base: string,
  flowId: string,
  request: LeadRequest,
): Promise<SendResult> {
  const answer = await exchange(parts, `${base}/webchat/session`, {
    body: { record: recordOf(request), flow_id: flowId },
  });
  const opened = webchatSession.safeParse(answer?.body).data;
  if (opened === undefined) return failureOf(answer);
  return { status: 'accepted', lead: null, session: opened.session };
}

/** The service takes the phone as E.164 digits (2.1). */
function recordOf({ fields }: LeadRequest): LeadRequest['fields'] {
  const typed = String(fields.phone ?? '');
  const digits = digitsOf(typed);
  return { ...fields, phone: typed.trim().startsWith('+') ? digits : withCountryCode(digits) };
}
