import { callKey } from '../../options/index.ts';

/** Remembers over a reload which call-back is under way, beside the conversation. */
export interface KeptCall {
  load(): string | null;
  /** Null: none is under way any more. */
  save(call: string | null): void;
  /** Whether the visitor lets us keep anything. */
  setKept(allowed: boolean): void;
}

export type KeptCallDeps = {
  flowId: string;
  /** Undefined: nothing is remembered. */
  area: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;
  kept: boolean;
};

export function createPersistedCall({ flowId, area, kept }: KeptCallDeps): KeptCall {
  const key = callKey(flowId);
  let current: string | null = null;
  /** Storage that is blocked or full means that nothing is remembered, no more. */
  const attempt = <Result>(use: () => Result): Result | undefined => {
    try {
      return use();
    } catch {
      return undefined;
    }
  };
  const write = () => attempt(() => (kept && current ? area?.setItem(key, current) : area?.removeItem(key)));
  return {
    load: () => (kept && attempt(() => area?.getItem(key))) || null,
    save(call) {
      current = call;
      write();
    },
    setKept(allowed) {
      kept = allowed;
      write();
    },
  };
}
