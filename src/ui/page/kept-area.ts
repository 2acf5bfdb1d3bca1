import type { ResolvedOptions } from '../../options/index.ts';

/** Where something beyond the conversation may be kept: nowhere without the visitor's consent. */
export function keptArea({ consent, storage }: ResolvedOptions): Storage | null {
  try {
    if (consent !== 'granted' || storage === 'none') return null;
    return storage === 'session' ? sessionStorage : localStorage;
  } catch {
    return null;
  }
}
