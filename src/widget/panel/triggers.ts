import { computed, effect, type ReadonlySignal, type Signal } from '@preact/signals';
import { type Chat, keepTrying } from '../../core/index.ts';
import type { Translator } from '../../i18n/index.ts';
import { getStorage, matchesUrl, type ResolvedTrigger } from '../../options/index.ts';
import { toJson } from '../../protocol/json.ts';
import { shareLoad } from '../../shared-load.ts';
import type { PageViews } from '../launcher/index.ts';
import type { Teaser } from '../ui/index.ts';
import type { ReportFailure } from './report-problems.ts';
import type { Settings } from './settings.ts';

export type TriggersDeps = Pick<Settings, 'isHidden' | 'isHiddenByPage' | 'isOpen' | 'options'> & {
  chat: ReadonlySignal<Chat | null>;
  translator: ReadonlySignal<Translator>;
  teaser: Signal<Teaser | null>;
  pageViews: PageViews;
  open: () => void;
  reportFailure: ReportFailure;
  load?: () => Promise<WatchModule>;
};

type WatchModule = typeof import('./watch-triggers.ts');

/**
 * Watches the triggers until the visitor opens the chat. A conversation shows that they opened it on an earlier page. The code
 * that watches is loaded only if the option is set.
 */
export function watchTriggersUntilOpen(deps: TriggersDeps) {
  const { chat, isOpen, options, translator, teaser, pageViews, isHidden, isHiddenByPage, open, reportFailure } = deps;
  // Each change of the list begins to load anew.
  const shared = shareLoad(deps.load ?? (() => import('./watch-triggers.ts')));
  // A computed text, so that a change of another option does not start the triggers again.
  const list = computed(() => toJson(options.value.triggers));
  const area = computed(() => getStorage(options.value));
  /** What has fired here, which is stored once the visitor agrees. */
  const fired = new Map<string, number>();
  /** Comes with the code that watches, without which nothing fires. */
  let storeFired: WatchModule['storeFired'] = () => {};
  let hasOpened = false;
  let stopFollowing = () => {};

  function fire({ action, url, ...trigger }: ResolvedTrigger): void {
    const text = trigger.text ?? options.peek().greeting ?? translator.peek().t('greeting');
    if (action === 'open' && !isHiddenByPage.peek()) {
      open();
      return;
    }
    const shown: Teaser = { text, source: 'trigger' };
    teaser.value = shown;
    // Also a teaser that waits, because the page has hidden the widget, is only for the pages of its trigger.
    stopFollowing();
    stopFollowing = pageViews.subscribe(() => {
      if (teaser.peek() === shown && !matchesUrl(url, pageViews.current().url)) teaser.value = null;
    });
  }

  const stopWatching = effect(() => {
    const triggers = list.value === '[]' ? [] : options.peek().triggers;
    hasOpened ||= isOpen.value;
    if (triggers.length === 0 || isHidden.value || hasOpened || chat.value === null || chat.value.hasConversation())
      return;
    let stop = () => {};
    const loading = keepTrying({
      ...shared,
      onLoaded({ watchTriggers, ...loaded }) {
        ({ storeFired } = loaded);
        stop = watchTriggers({ triggers, pageViews, area: () => area.peek(), fired, fire });
      },
      onFailed: reportFailure,
    });
    return () => {
      loading.stop();
      stop();
    };
  });

  const stopStoring = effect(() => {
    if (area.value !== null && fired.size > 0) storeFired(area.value, fired);
  });

  return {
    /** For the next visitor. What is stored is deleted with everything else. */
    forget: () => fired.clear(),
    dispose(): void {
      stopFollowing();
      stopWatching();
      stopStoring();
    },
  };
}
