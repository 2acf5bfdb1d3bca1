import { render } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { groupedOptions, type SettingPage, settingPages } from '../../schema-form/index.ts';
import { allPage, lookStyles, optionsByName, settingsStyles, viewOf } from '../../settings/index.ts';
import type { ConfiguratorState } from './configurator-state.ts';
import { formNotes, optionNotes, pageNotes } from './notes.ts';
import paneStyles from './pane.css?inline';

export type SettingsPaneProps = {
  state: ConfiguratorState;
  /** The URL of the demo's sandbox. */
  sandboxUrl: string;
};

const pages: readonly SettingPage[] = [...settingPages, allPage];

/** The pages of settings as the dashboard shows them: with its style sheets, which those of this site do not reach. */
export function SettingsPane({ state, sandboxUrl }: SettingsPaneProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' });
    if (root === undefined) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(lookStyles + settingsStyles + paneStyles);
    root.adoptedStyleSheets = [sheet];
    render(<Pages state={state} sandboxUrl={sandboxUrl} />, root);
    return () => render(null, root);
  }, [state, sandboxUrl]);
  return <div ref={host} />;
}

function Pages({ state, sandboxUrl }: SettingsPaneProps) {
  const [place, setPlace] = useState<readonly string[]>([]);
  const groups = useMemo(() => groupedOptions(optionNotes), []);
  const options = useMemo(() => optionsByName(groups), [groups]);
  const notes = useMemo(() => formNotes(sandboxUrl), [sandboxUrl]);
  const [id, ...names] = place;
  const page = pages.find((candidate) => candidate.id === id) ?? pages[0];
  if (page === undefined) return null;
  const View = viewOf(page);
  const goTo = (path: string) => {
    state.previewState.stopFollowing();
    setPlace(path.split('/').slice(2).map(decodeURIComponent));
  };
  const note = pageNotes(sandboxUrl).get(page.id);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links in it are what is clicked, by keys too
    <section
      class="settings"
      aria-label="Settings"
      onClick={(event) => {
        // A place in the dashboard is one here, too; this page's own address holds the choices.
        const link = event.target instanceof Element ? event.target.closest('a[href^="#/settings/"]') : null;
        const path = link?.getAttribute('href')?.slice(1);
        if (path === undefined) return;
        event.preventDefault();
        goTo(path);
      }}
    >
      <nav class="settings-pages" aria-label="Settings pages">
        {pages.map((each) => (
          <a key={each.id} href={`#/settings/${each.id}`} aria-current={each === page ? 'page' : undefined}>
            {each.title}
          </a>
        ))}
      </nav>
      <div class="settings-page" key={page.id}>
        <header>
          <h2>{page.title}</h2>
          <p class="muted">{page.purpose}</p>
          {note !== undefined && (
            <p class="hint">
              {note.text} <a href={note.href}>{note.link}</a>.
            </p>
          )}
        </header>
        <View {...{ settings: state, page, names, groups, options, formNotes: notes, goTo }} />
      </div>
    </section>
  );
}
