import { useSignal } from '@preact/signals';
import { type ComponentChildren, h } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { appearsPage, type SettingPage } from '../../schema-form/index.ts';
import { optionsByName, viewOf } from '../../settings/index.ts';
import type { AdminState } from '../admin-state.ts';
import { HostedChat } from '../hosted-chat.tsx';
import { ChatOnPages } from '../script-tag.tsx';
import { MessagePreview } from './messages/message-preview.tsx';
import { HistoryPage } from './pages/history-page.tsx';
import { MessagesPage } from './pages/messages-page.tsx';
import { settableGroups } from './settable-options.ts';
import { SettingsBar } from './settings-bar.tsx';
import { SettingsNavigation } from './settings-navigation.tsx';
import { SettingsNotes } from './settings-notes.tsx';
import { historyPage, messagesPage, pageOf } from './settings-pages.ts';
import { SettingsPreviewFrame } from './settings-preview-frame.tsx';
import { focusProblem, placeOfIssue } from './settings-problem.ts';
import type { SettingsState } from './settings-state.ts';

/** What applies on the site, to be changed without a file: one task a page, and beside it what visitors see. */
export function SettingsView({ state }: { state: AdminState }) {
  const { settings, navigation } = state;
  const loaded = settings.loaded.value;
  const place = navigation.path.value;
  const page = pageOf(place);
  const groups = useMemo(settableGroups, []);
  const options = useMemo(() => optionsByName(groups), [groups]);
  const content = useRef<HTMLDivElement>(null);
  const showProblem = useProblemSearch(state, content);
  if (loaded === null || page === undefined) return null;
  return (
    <section class="settings" aria-label="Settings">
      {(page !== messagesPage || settings.isChanged.value) && (
        <SettingsBar state={state} loaded={loaded} onProblem={showProblem} />
      )}
      <SettingsNotes settings={settings} loaded={loaded} />
      <div class="settings-frame">
        <SettingsNavigation current={page.id} />
        <PageWithPreview
          key={page.id}
          page={page}
          settings={settings}
          preview={
            page === messagesPage ? <MessagePreview state={state} /> : <SettingsPreviewFrame settings={settings} />
          }
        >
          {page === messagesPage ? (
            <MessagesPage state={state} />
          ) : (
            <div ref={content}>
              {page === historyPage ? (
                <HistoryPage settings={settings} names={place.slice(2)} goTo={navigation.goTo} />
              ) : (
                h(viewOf(page), {
                  ...{ settings, page, groups, options, names: place.slice(2) },
                  goTo: navigation.goTo,
                })
              )}
            </div>
          )}
          {page === appearsPage && (
            <>
              <ChatOnPages />
              <HostedChat overview={state.overview.value} />
            </>
          )}
        </PageWithPreview>
      </div>
    </section>
  );
}

type PageWithPreviewProps = {
  page: SettingPage;
  settings: SettingsState;
  preview: ComponentChildren;
  children: ComponentChildren;
};

/** On a phone, there is room for one of them. */
function PageWithPreview({ page, settings, preview, children }: PageWithPreviewProps) {
  const isPreviewed = useSignal(false);
  useEffect(() => settings.previewState.stopFollowing, [settings]);
  return (
    <div class={isPreviewed.value ? 'settings-columns is-previewed' : 'settings-columns'}>
      <div class="settings-page">
        <header>
          <h2>{page.title}</h2>
          <p class="muted">{page.purpose}</p>
        </header>
        {children}
      </div>
      {preview}
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

/** Returns what shows the first problem: on this page, else on that of its setting, else among all options. */
function useProblemSearch(
  { settings, navigation }: AdminState,
  content: { readonly current: Element | null },
): () => void {
  const current = pageOf(navigation.path.value)?.id;
  const form = settings.form.value;
  /** The pages that are still to be searched. Null: nobody searches. */
  const [pages, setPages] = useState<readonly string[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the problem of another page or form is there once that is drawn
  useEffect(() => {
    if (pages === null) return;
    const [next, ...others] = pages.filter((id) => id !== current);
    if (focusProblem(content.current) || next === undefined) {
      setPages(null);
      return;
    }
    setPages(others);
    navigation.goTo(`/settings/${next}`);
  }, [pages, current, form]);
  return () => {
    const [issue] = settings.newEntry.problems.peek();
    if (issue === undefined) return;
    const place = placeOfIssue(issue.path, settings.forms);
    if (place.form !== undefined) settings.chooseForm(place.form);
    setPages([place.page, 'all']);
  };
}
