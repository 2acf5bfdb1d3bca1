import type { CallState } from '../../protocol/index.ts';
import type { CallbackState } from '../conversation/chat.ts';

/** Whether nothing follows after this state. */
export function isFinal(state: CallState): boolean {
  return ['completed', 'failed', 'expired', 'unknown'].includes(state);
}

export function isUnderWay(callback: CallbackState): boolean {
  return callback.status === 'asking' || (callback.status === 'requested' && !isFinal(callback.state));
}
