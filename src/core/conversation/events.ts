import type { ConnectionStatus } from '../connection/connection.ts';
import type { ChatMessage } from './message.ts';

/**
 * What a chat tells. No session id is among it: whoever has one can read the conversation, and events reach the host
 * page and its analytics.
 */
export type ChatEvents = {
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

/** Every event of a chat. */
export const chatEventNames = [
  'message:sent',
  'message:received',
  'unread',
  'lead:submit',
  'lead:accepted',
  'lead:queued',
  'lead:failed',
  'callback:requested',
  'session:start',
  'session:resume',
  'session:end',
  'connection',
  'error',
] as const satisfies (keyof ChatEvents)[];
