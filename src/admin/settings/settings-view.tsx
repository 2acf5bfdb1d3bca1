import { useSignal } from '@preact/signals';
import { type ComponentChildren, type ComponentType, h } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { appearsPage, groupedOptions, type Option, type SettingPage } from '../../schema-form/index.ts';
import type { AdminState } from '../admin-state.ts';
import { HostedChat } from '../hosted-chat.tsx';
import { AllOptionsPage } from './pages/all-options-page.tsx';
import { GeneratedPage } from './pages/generated-page.tsx';
import { HistoryPage } from './pages/history-page.tsx';
import { HoursPage } from './pages/hours-page.tsx';
import { LookPage } from './pages/look-page.tsx';
import { WordsPage } from './pages/words-page.tsx';
import { SettingsBar } from './settings-bar.tsx';
import { SettingsNavigation } from './settings-navigation.tsx';
import { SettingsNotes } from './settings-notes.tsx';
import { type PageProps, pageOf, pageOfOption } from './settings-pages.ts';
import { SettingsPreviewFrame } from './settings-preview-frame.tsx';
import type { SettingsState } from './settings-state.ts';

const views: Readonly<Record<string, ComponentType<PageProps>>> = {
  words: WordsPage,
  look: LookPage,
  hours: HoursPage,
  all: AllOptionsPage,
  history: HistoryPage,
};

/** What applies on the site, to be changed without a file: one task a page, and beside it what visitors see. */
export function SettingsView({ state }: { state: AdminState }) {
  const { settings, navigation } = state;
  const loaded = settings.loaded.value;
  const place = navigation.path.value;
  const page = pageOf(place);
  const options = useMemo(() => new Map(groupedOptions().flatMap(optionEntries)), []);
  const content = useRef<HTMLDivElement>(null);
  const [problemRequest, setProblemRequest] = useState(0);
  useEffect(() => {
    // The problem of another page can be focused only once that page is there.
    if (problemRequest > 0) focusProblem(content.current);
  }, [problemRequest]);
  if (loaded === null || page === undefined) return null;
  const showProblem = () => {
    const home = pageOfIssue(settings);
    if (home !== page.id && content.current?.querySelector('.problem:not(:empty)') === null) {
      navigation.goTo(`/settings/${home}`);
    }
    setProblemRequest((count) => count + 1);
  };
  return (
    <section class="settings" aria-label="Settings">
      <SettingsBar state={state} loaded={loaded} onProblem={showProblem} />
      <SettingsNotes settings={settings} loaded={loaded} />
      <div class="settings-frame">
        <SettingsNavigation current={page.id} />
        <PageWithPreview key={page.id} page={page} settings={settings}>
          <div ref={content}>
            {h(views[page.id] ?? GeneratedPage, {
              ...{ settings, page, options, names: place.slice(2) },
              goTo: navigation.goTo,
            })}
          </div>
          {page === appearsPage && <HostedChat overview={state.overview.value} />}
        </PageWithPreview>
      </div>
    </section>
  );
}

type PageWithPreviewProps = { page: SettingPage; settings: SettingsState; children: ComponentChildren };

/** On a phone, there is room for one of them. */
function PageWithPreview({ page, settings, children }: PageWithPreviewProps) {
  const isPreviewed = useSignal(false);
  return (
    <div class={isPreviewed.value ? 'settings-columns is-previewed' : 'settings-columns'}>
      <div class="settings-page">
        <header>
          <h2>{page.title}</h2>
          <p class="muted">{page.purpose}</p>
        </header>
        {children}
      </div>
      <SettingsPreviewFrame settings={settings} />
      <button
        type="button"
        class="preview-button"
        onClick={() => {
          isPreviewed.value = !isPreviewed.value;
        }}
      >
        {isPreviewed.value ? 'Back to the settings' : 'Show the preview'}
      </button>
    </div>
  );
}

function optionEntries({ options }: { options: readonly Option[] }) {
  return options.map((option) => [option.name, option] as const);
}

/** All options have every control; a page of a task shows the problem in its own words. */
function pageOfIssue({ issues }: SettingsState): string {
  const [part = '', name = ''] = (issues.peek()[0]?.path ?? '').split('.');
  return (part === 'widget' ? pageOfOption(name) : undefined) ?? 'all';
}

function focusProblem(root: Element | null): void {
  const text = root?.querySelector('.problem:not(:empty)');
  text?.closest('details')?.setAttribute('open', '');
  const control = text
    ?.closest('.field, fieldset, .option, td')
    ?.querySelector<HTMLElement>('input, select, textarea, button');
  control?.focus();
}
