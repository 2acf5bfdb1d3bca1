// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { expect, it, onTestFinished, vi } from 'vitest';
import { englishTexts } from '../../../src/i18n/index.ts';
import { readOptions, type WidgetOptions } from '../../../src/options/index.ts';
import { createPageViews } from '../../../src/widget/launcher/page-views.ts';
import { createFailureReporter } from '../../../src/widget/panel/report-problems.ts';
import { translatorFor } from '../../../src/widget/panel/translation.ts';
import { watchTriggersUntilOpen } from '../../../src/widget/panel/triggers.ts';
import * as watching from '../../../src/widget/panel/watch-triggers.ts';
import type { Teaser } from '../../../src/widget/ui/index.ts';
import { createSite } from '../../core/conversation/site.ts';

/** Triggers whose code loads with `load`. */
function watch(triggers: WidgetOptions['triggers'], load: () => Promise<typeof watching>) {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const resolve = (next: WidgetOptions['triggers']) =>
    readOptions({ proxy: {}, attributes: {}, overrides: { triggers: next } }).options;
  const options = signal(resolve(triggers));
  const teaser = signal<Teaser | null>(null);
  const reportError = vi.fn();
  const { dispose } = watchTriggersUntilOpen({
    chat: signal(createSite().open().chat),
    isOpen: signal(false),
    options,
    translator: signal(translatorFor({ locale: 'en', texts: englishTexts }, options.peek())),
    teaser,
    pageViews: createPageViews(),
    isHidden: signal(false),
    isHiddenByPage: signal(false),
    open: vi.fn(),
    reportFailure: createFailureReporter(reportError),
    load,
  });
  onTestFinished(dispose);
  return {
    teaser,
    reportError,
    change(next: WidgetOptions['triggers']) {
      options.value = resolve(next);
    },
  };
}

// Cause: the code that watches was requested once, so one lost request took the triggers of the whole page.
it('a trigger fires once its code has come, however often that has failed', async () => {
  const load = vi
    .fn<() => Promise<typeof watching>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue(watching);
  const { teaser, reportError } = watch([{ type: 'delay', seconds: 1, text: 'Any questions?' }], load);
  await vi.advanceTimersByTimeAsync(1_500);
  expect([load.mock.calls.length, teaser.value]).toEqual([1, null]);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(teaser.value).toMatchObject({ text: 'Any questions?', source: 'trigger' });
  expect(load).toHaveBeenCalledTimes(3);
  expect(reportError).toHaveBeenCalledTimes(2);
});

// Cause: each change of the list began to load at once what had just failed, and reported the failure again.
it('a page that changes its triggers in a loop requests their code once, and hears once that it failed', async () => {
  const load = vi.fn<() => Promise<typeof watching>>().mockRejectedValue(new TypeError('blocked'));
  const { change, reportError } = watch([{ type: 'delay', seconds: 1 }], load);
  for (let count = 0; count < 50; count++) {
    change([{ type: 'delay', seconds: 100 + count }]);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(load).toHaveBeenCalledOnce();
  expect(reportError).toHaveBeenCalledExactlyOnceWith('load-failed', '[leadchat] TypeError: blocked');
});
