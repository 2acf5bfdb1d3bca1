import type { ChatEventName } from '../../options/index.ts';
import type { ConnectionStatus } from '../connection/connection.ts';
import type { LeadPlace } from '../state/lead.ts';
import type { ChatMessage } from '../state/message.ts';

/**
 * The payload of each event of a chat. Events reach the host page and its analytics, so none contains a session id or a
 * lead's token: whoever has one can read the conversation. A name without a payload here does not compile.
 */
export type ChatEvents = { [Name in ChatEventName]: Payloads[Name] };

type Payloads = {
  'message:sent': { message: ChatMessage };
  'message:received': { message: ChatMessage };
  unread: { count: number };
  'lead:submit': { form: string; callback: boolean };
  'lead:accepted': { lead: string | null };
  'lead:queued': { kept: LeadPlace };
  'lead:failed': { code: string; message: string };
  'callback:requested': { lead: string | null };
  /** The form could not be sent. `fields`: the names of the fields that have a problem, never their values. */
  'form:problem': { form: string; fields: string[] };
  /** The visitor has skipped the form, or put it away in the conversation. */
  'form:skip': { form: string };
  /** `anonymous`: without a lead's data. */
  'session:start': { anonymous: boolean };
  'session:resume': Record<string, never>;
  'session:end': { reason: 'ended' | 'new-conversation' | 'replaced' | 'forgotten' | 'refused' };
  connection: { status: ConnectionStatus };
  error: ChatError;
};

export type ChatError = {
  /**
   * `session-refused`: the service refuses every conversation; check `flowId` and `wssUrl`.
   * `frame-dropped`: the service sent a frame that cannot be read, or too many frames.
   * `bad-user-token`: the token, or a part of it, was ignored. `bad-attribute`: the form does not list an attribute.
   * `bad-field`: a hidden field, which only the page sets, keeps the form from being sent.
   */
  code: 'session-refused' | 'frame-dropped' | 'bad-user-token' | 'bad-attribute' | 'bad-field';
  message: string;
};
