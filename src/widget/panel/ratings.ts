import { type ReadonlySignal, signal } from '@preact/signals';
import { type Chat, keepTrying } from '../../core/index.ts';
import type { ResolvedOptions, Variants } from '../../options/index.ts';
import type { PanelDeps } from '../launcher/index.ts';
import type { PanelModel } from '../ui/index.ts';

export type RatingsDeps = {
  chat: ReadonlySignal<Chat | null>;
  options: ReadonlySignal<ResolvedOptions>;
  variants: ReadonlySignal<Variants>;
  pageViews: PanelDeps['pageViews'];
  report: PanelDeps['emit'];
};

export type Ratings = Pick<PanelModel, 'wantedRating' | 'setWantedRating' | 'rate'> & { dispose(): void };

/** The visitor's ratings of their conversations. Each is reported to the page, and sent until the proxy has it, if there is one. */
export function createRatings({ chat, options, variants, pageViews, report }: RatingsDeps): Ratings {
  const wantedRating = signal<string | null>(null);
  const stops: (() => void)[] = [];
  return {
    wantedRating,
    setWantedRating(key) {
      wantedRating.value = key;
    },
    rate(rating, comment) {
      const about = chat.peek()?.answerRating();
      if (about == null) return;
      report('rating', { rating });
      const { form, proxyUrl } = options.peek();
      if (proxyUrl === undefined) return;
      const page = pageViews.current().path;
      const rated = { ...about, rating, comment, form, page, variants: variants.peek() };
      const attempts = keepTrying({
        load: async () => (await import('./send-rating.ts')).sendRating(proxyUrl, rated),
        onLoaded() {},
        // The visitor has been thanked, and the next attempt follows.
        onFailed() {},
      });
      stops.push(attempts.stop);
    },
    dispose() {
      for (const stop of stops) stop();
    },
  };
}
