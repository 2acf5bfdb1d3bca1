import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { Clock } from '../../clock.ts';
import { keepTrying } from '../../core/index.ts';
import { type ResolvedOptions, succeeds } from '../../options/index.ts';
import { pageDocument } from '../../page-globals.ts';
import { shareLoad } from '../../shared-load.ts';
import type { PanelDeps } from '../launcher/index.ts';
import type { InlineDeps } from './mount-inline.ts';
import type { ReportError, ReportFailure } from './report-problems.ts';

type MountInline = typeof import('./mount-inline.ts').mountInline;

export type InlineTargetDeps = InlineDeps &
  Pick<PanelDeps, 'setOpen'> & {
    options: ReadonlySignal<ResolvedOptions>;
    isOpen: ReadonlySignal<boolean>;
    reportError: ReportError;
    reportFailure: ReportFailure;
    /** Loads the code that moves the widget into the page. */
    loadMount?: () => Promise<{ mountInline: MountInline }>;
    clock?: Clock;
  };

export type InlineTarget = {
  /** Whether the panel is part of the page instead of floating above it. */
  readonly isInline: ReadonlySignal<boolean>;
  /** Whether the panel floats although the option is set, because it could not be moved into the page. */
  readonly isFloating: ReadonlySignal<boolean>;
  dispose(): void;
};

/**
 * Applies the option `target`: moves the widget into the page. The code for that is loaded only if the option is set. If it
 * fails to load, or if the option is no selector, the widget floats, so that the visitor can reach the chat. It moves
 * into the page when a later attempt has loaded the code, but not while the visitor is using the floating panel.
 */
export function createInlineTarget({
  options,
  isOpen,
  setOpen,
  reportError,
  reportFailure,
  loadMount = () => import('./mount-inline.ts'),
  clock,
  ...place
}: InlineTargetDeps): InlineTarget {
  const target = computed(() => options.value.target);
  // Each change of the option begins to load anew.
  const shared = shareLoad(loadMount, clock);
  const floats = signal(false);
  const report = () =>
    reportError(
      'no-target',
      `[leadchat] option \`target\` must be the selector of an element of this page, got "${target.peek()}".`,
    );

  /** Takes the chat out of the page. It opens when the visitor wants it: an open panel would cover the screen of a phone. */
  function float(): void {
    // Before it floats: the chats of other tabs stay as they are.
    setOpen(false, 'api');
    floats.value = true;
    place.layer.hidden = false;
  }

  /** Moves the widget into the page as soon as its code is loaded. Returns a cleanup. */
  function enter(selector: string): () => void {
    let leave = () => {
      place.layer.hidden = false;
    };
    // An inline widget must not float above the page while the code is loading.
    place.layer.hidden = true;
    const loading = keepTrying(
      {
        ...shared,
        onLoaded({ mountInline }) {
          if (!floats.peek()) {
            leave = mountInline(place, selector, report);
            return;
          }
          leave = whenClosed(isOpen, () => {
            floats.value = false;
            leave = mountInline(place, selector, report);
            setOpen(true, 'trigger');
          });
        },
        onFailed(error) {
          if (floats.peek()) return;
          reportFailure(error);
          float();
        },
      },
      clock,
    );
    return () => {
      loading.stop();
      leave();
      floats.value = false;
    };
  }

  function follow(selector: string): () => void {
    if (isSelector(selector)) return enter(selector);
    report();
    float();
    return () => {
      floats.value = false;
    };
  }

  const stopFollowing = effect(() => {
    const selector = target.value;
    return selector === undefined ? undefined : untracked(() => follow(selector));
  });

  return {
    isInline: computed(() => target.value !== undefined && !floats.value),
    isFloating: floats,
    dispose: stopFollowing,
  };
}

/** Runs `task` once the visitor has closed the panel, after everything that closing it causes. Returns a function that cancels it. */
function whenClosed(isOpen: ReadonlySignal<boolean>, task: () => void): () => void {
  let isCancelled = false;
  const stop = isOpen.subscribe((open) => {
    if (open) return;
    queueMicrotask(() => {
      if (isCancelled || isOpen.peek()) return;
      stop();
      task();
    });
  });
  return () => {
    isCancelled = true;
    stop();
  };
}

function isSelector(text: string): boolean {
  return succeeds(() => pageDocument.createDocumentFragment().querySelector(text));
}
