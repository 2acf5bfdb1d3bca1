import type { ChatEventName } from '../../options/index.ts';
import type { ConnectionStatus } from '../connection/connection.ts';
import type { ChatMessage } from './message.ts';

/**
 * The payload of each event of a chat. None carries a session id: whoever has one can read the conversation, and events
 * reach the host page and its analytics. A name that `chatEventNames` has and this type lacks does not compile.
 */
export type ChatEvents = { [Name in ChatEventName]: Payloads[Name] };

type Payloads = {
  'message:sent': { message: ChatMessage };
  'message:received': { message: ChatMessage };
  unread: { count: number };
  'lead:submit': { form: string; callback: boolean };
  'lead:accepted': { lead: string | null };
  'lead:queued': { kept: 'storage' | 'memory' };
  'lead:failed': { code: string; message: string };
  'callback:requested': { lead: string | null };
  /** `anonymous`: without a lead's data. */
  'session:start': { anonymous: boolean };
  'session:resume': Record<string, never>;
  'session:end': { reason: 'new-conversation' | 'replaced' | 'forgotten' | 'refused' };
  connection: { status: ConnectionStatus };
  error: ChatError;
};

export type ChatError = {
  /**
   * `session-refused`: the service takes no conversation from here, flow id and address should be checked.
   * `frame-dropped`: a frame of the service could not be read, or there were too many of them.
   */
  code: 'session-refused' | 'frame-dropped';
  message: string;
};
