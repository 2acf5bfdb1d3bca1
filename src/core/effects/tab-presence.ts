import { tabsChannel } from '../../options/index.ts';
import type { ChatContext } from './chat-context.ts';
import { requestLock } from './request-lock.ts';

/**
 * A tab whose page contains the chat shows it, or no longer does. `lock`: the tab holds it as long as it shows the chat; tabs of earlier
 * builds hold none.
 */
export type PresenceMessage = { type: 'presence'; tab: string; isShown: boolean; lock?: string };

/**
 * Tells the leading tab whether the page of this one shows the chat that it contains, and hears it there of the other tabs. One that is
 * killed says nothing more, but the browser releases its lock, for which the leading tab waits. A frozen tab keeps its lock, and goes on
 * showing the chat when it thaws.
 */
export function createTabPresence(
  { store: { state, dispatch }, options, locks }: ChatContext,
  post: (message: PresenceMessage) => void,
) {
  let own: { readonly lock: string; isHeld: boolean; release(): void } | undefined;
  let lockCount = 0;
  /** What waits for the locks of the other tabs, by tab. */
  const watches = new Map<string, () => void>();

  function say(isShown: boolean, lock?: string): void {
    post({ type: 'presence', tab: state.peek().tab.id, isShown, ...(lock !== undefined && { lock }) });
  }

  function show(): void {
    if (locks === null) return;
    if (own !== undefined) {
      if (own.isHeld) say(true, own.lock);
      return;
    }
    // Another one each time: a frozen tab that still waits for the last one would keep this tab from getting it again.
    const lock = `${tabsChannel(options.flowId)}:${state.peek().tab.id}.${++lockCount}`;
    const onGranted = () => {
      current.isHeld = true;
      say(true, lock);
    };
    const current = { lock, isHeld: false, release: requestLock(locks, { name: lock, onGranted }) };
    own = current;
  }

  function hide(): void {
    if (own === undefined) return;
    say(false);
    own.release();
    own = undefined;
  }

  function unwatch(): void {
    for (const cancel of watches.values()) cancel();
    watches.clear();
  }

  function hear({ tab, isShown, lock }: PresenceMessage): void {
    watches.get(tab)?.();
    watches.delete(tab);
    // Each tab tells the next leading one.
    if (state.peek().tab.role !== 'leader') return;
    if (isShown && lock !== undefined && locks !== null) {
      const onGranted = () => hear({ type: 'presence', tab, isShown: false });
      watches.set(tab, requestLock(locks, { name: lock, onGranted }));
    }
    dispatch({ type: 'presence-changed', tab, isShown });
  }

  return {
    hear,
    /** Says what the page of this tab shows, if it contains the chat. The leading tab may not have heard it yet. */
    follow(): void {
      if (state.peek().isShownInPage) show();
      else hide();
    },
    /** Another tab leads. */
    unwatch,
    /** This tab leaves the others. */
    leave(): void {
      hide();
      unwatch();
    },
  };
}
