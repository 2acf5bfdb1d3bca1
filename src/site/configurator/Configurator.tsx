import type { ComponentType } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { CodePanel } from './CodePanel.tsx';
import { checkDraft } from './check-draft.ts';
import type { SampleDeps } from './code-samples.ts';
import {
  type Configuration,
  connectionOf,
  readConfiguration,
  withConnection,
  writeConfiguration,
} from './configuration.ts';
import { createConfiguratorState } from './configurator-state.ts';
import { FileButtons } from './FileButtons.tsx';
import { Preview } from './Preview.tsx';
import type { SettingsPaneProps } from './SettingsPane.tsx';

type ConfiguratorProps = {
  /** The URL of the demo's sandbox. */
  sandboxUrl: string;
  loadDeps: () => Promise<SampleDeps>;
};

/** The pages of settings on one side, and the widget and the code for them on the other. The page's URL contains the choices. */
export function Configurator({ sandboxUrl, loadDeps }: ConfiguratorProps) {
  const state = useMemo(() => {
    const configuration = withConnection(readConfiguration(location), history.state);
    return createConfiguratorState({ configuration, check: checkDraft });
  }, []);
  const results = useRef<HTMLDivElement>(null);
  const configuration = state.configuration.value;
  const refused = refusedKeys(state.issues.value.map(({ path }) => path));

  useEffect(() => {
    const onHashChange = () =>
      state.open(withConnection(readConfiguration(location), connectionOf(state.configuration.peek())));
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, [state]);
  useEffect(() => {
    const address = location.pathname + writeConfiguration(configuration);
    history.replaceState(connectionOf(configuration), '', address);
  }, [configuration]);

  return (
    <div class="configurator">
      <div class="options">
        <LazyPane state={state} sandboxUrl={sandboxUrl} />
        <FileButtons configuration={configuration} onOpen={(next: Configuration) => state.open(next)} />
      </div>
      <p class="to-results">
        <button type="button" class="button" onClick={() => results.current?.focus()}>
          Preview and code
        </button>
      </p>
      <div class="results" ref={results} tabIndex={-1}>
        <Preview state={state} />
        <div class="code-place">
          <CodePanel configuration={configuration} refused={refused} loadDeps={loadDeps} />
        </div>
      </div>
    </div>
  );
}

/** The pages come with the schemas of all options: preview and code are there before. */
function LazyPane(props: SettingsPaneProps) {
  const [Pane, setPane] = useState<ComponentType<SettingsPaneProps>>();
  const [hasFailed, setFailed] = useState(false);
  const load = () => {
    setFailed(false);
    import('./SettingsPane.tsx').then(
      ({ SettingsPane }) => setPane(() => SettingsPane),
      () => setFailed(true),
    );
  };
  useEffect(load, []);
  if (Pane !== undefined) return <Pane {...props} />;
  if (!hasFailed) return <p aria-busy="true">Loading the options …</p>;
  return (
    <p>
      The options could not be loaded.{' '}
      <button type="button" class="button is-quiet" onClick={load}>
        Try again
      </button>
    </p>
  );
}

/** The options that the widget refuses, and the keys of forms that a proxy refuses. */
function refusedKeys(paths: readonly string[]) {
  const names = (part: string, at: number) => [
    ...new Set(paths.filter((path) => path.startsWith(`${part}.`)).map((path) => path.split('.')[at] ?? '')),
  ];
  return { widget: names('widget', 1), proxy: names('forms', 2) };
}
