import { type ReadonlySignal, signal } from '@preact/signals';
import type { AdminBlock } from '../protocol/admin/leads.ts';
import type { Session } from './session.ts';

/** The numbers that must not be called: when, by whom and why. The proxy does not store the numbers themselves. */
export type BlockListState = {
  /** Null until loaded. */
  blocks: ReadonlySignal<readonly AdminBlock[] | null>;
  load(): Promise<void>;
  clear(): void;
};

export function createBlockListState(session: Session): BlockListState {
  const blocks = signal<readonly AdminBlock[] | null>(null);
  return {
    blocks,
    async load() {
      const list = await session.request((client) => client.blockList());
      if (list !== undefined) blocks.value = list.blocked;
    },
    clear() {
      blocks.value = null;
    },
  };
}
