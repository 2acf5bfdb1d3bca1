import { effect, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Chat } from '../../core/index.ts';
import type { Translator } from '../../i18n/index.ts';
import { getStorage, type ResolvedOptions, type ResolvedTrigger } from '../../options/index.ts';
import type { ReportError } from './report-problems.ts';

export type TriggersDeps = {
  chat: ReadonlySignal<Chat | null>;
  isOpen: ReadonlySignal<boolean>;
  options: ReadonlySignal<ResolvedOptions>;
  translator: ReadonlySignal<Translator>;
  teaser: Signal<string | null>;
  /** Whether the page has hidden the widget, which a trigger respects. */
  isHidden: () => boolean;
  open: () => void;
  reportError: ReportError;
};

/**
 * Watches the triggers until the visitor opens the chat. A conversation shows that they opened it on an earlier page. The code
 * that watches is loaded only if the option is set.
 */
export function watchTriggersUntilOpen(deps: TriggersDeps): () => void {
  const { chat, isOpen, options, translator, teaser, isHidden, open, reportError } = deps;
  const fire = ({ action, text }: ResolvedTrigger) => {
    if (action === 'open' && !isHidden()) open();
    else teaser.value = text ?? translator.peek().t('greeting');
  };
  return effect(() => {
    const { triggers } = options.value;
    if (triggers.length === 0 || isOpen.value || chat.value === null || chat.value.hasConversation()) return;
    let isStopped = false;
    let stop = () => {};
    import('./watch-triggers.ts').then(
      ({ watchTriggers }) => {
        if (!isStopped) stop = watchTriggers({ triggers, area: getStorage(options.peek()), fire });
      },
      (error) => reportError('load-failed', `[leadchat] ${error}`),
    );
    return () => {
      isStopped = true;
      stop();
    };
  });
}
