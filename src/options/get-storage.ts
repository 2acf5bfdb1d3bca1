import type { ResolvedOptions } from './schema.ts';

/** What is kept beside the conversation. Not under `leadchat:`, which marks a conversation to go on with. */
export const keptBeside = { attribution: 'leadchat-attribution', triggers: 'leadchat-triggers' } as const;

/** Deletes what is kept beside the conversation, wherever that was. */
export function forgetBeside(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      for (const key of Object.values(keptBeside)) window[name].removeItem(key);
    } catch {
      // Blocked: nothing was kept there either.
    }
  }
}

/** Where something beyond the conversation may be kept: nowhere without the visitor's consent. */
export function getStorage({ consent, storage }: ResolvedOptions): Storage | null {
  try {
    if (consent !== 'granted' || storage === 'none') return null;
    return storage === 'session' ? sessionStorage : localStorage;
  } catch {
    return null;
  }
}
