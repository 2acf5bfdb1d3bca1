import { Fragment } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import {
  fieldNamesOf,
  formAdvice,
  formOptions,
  formsPage,
  groupedOptions,
  type Option,
  OptionControl,
  optionAdvice,
} from '../../schema-form/index.ts';
import { CodePanel } from './CodePanel.tsx';
import type { SampleDeps } from './code-samples.ts';
import {
  type Configuration,
  connectionOf,
  optionProblems,
  readConfiguration,
  withConnection,
  withValue,
  writeConfiguration,
} from './configuration.ts';
import { FileButtons } from './FileButtons.tsx';
import { formNotes, optionNotes } from './notes.ts';
import { Preview } from './Preview.tsx';
import { useFormProblems } from './use-form-problems.ts';

type ConfiguratorProps = {
  /** The URL of the demo's sandbox. */
  sandboxUrl: string;
  loadDeps: () => Promise<SampleDeps>;
};

/** All options on one side, and the widget and the code for them on the other. The page's URL contains the options. */
export function Configurator({ sandboxUrl, loadDeps }: ConfiguratorProps) {
  const [configuration, setConfiguration] = useState(() => withConnection(readConfiguration(location), history.state));
  const groups = useMemo(() => groupedOptions(optionNotes), []);
  const formKeys = useMemo(() => formOptions(formNotes(sandboxUrl)), [sandboxUrl]);
  const allProblems = { options: optionProblems(configuration), form: useFormProblems(configuration.form) };
  const advice = { options: optionAdvice(configuration.options), form: formAdvice(configuration.form) };
  // An entry that was just added is empty, and therefore invalid, until the user has filled it in.
  const [withNewEntry, setWithNewEntry] = useState<string>();
  const fieldNames = fieldNamesOf(configuration.form);
  const results = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const onHashChange = () =>
      setConfiguration((current) => withConnection(readConfiguration(location), connectionOf(current)));
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, []);
  useEffect(() => {
    const address = location.pathname + writeConfiguration(configuration);
    history.replaceState(connectionOf(configuration), '', address);
  }, [configuration]);

  const problemsOf = (part: keyof Configuration) =>
    new Map([...allProblems[part]].filter(([name]) => withNewEntry !== `${part}.${name}`));
  const problems = { options: problemsOf('options'), form: problemsOf('form') };
  const problemsWithAdvice = (part: keyof Configuration, name: string) => [
    ...(problems[part].get(name) ?? []),
    ...(advice[part].get(name) ?? []),
  ];
  const controlOf = (part: keyof Configuration, option: Option) => {
    const { name } = option;
    return (
      <OptionControl
        key={name}
        option={option}
        value={configuration[part][name]}
        fieldNames={part === 'form' ? fieldNames : []}
        problems={withNewEntry === `${part}.${name}` ? [] : problemsWithAdvice(part, name)}
        onAdd={() => setWithNewEntry(`${part}.${name}`)}
        onLeave={() => setWithNewEntry((current) => (current === `${part}.${name}` ? undefined : current))}
        onChange={(value) => setConfiguration((current) => withValue(current, part, name, value))}
      />
    );
  };

  return (
    <div class="configurator">
      <form class="options" aria-label="Options" onSubmit={(event) => event.preventDefault()}>
        {groups.map(({ heading, options }, index) => (
          <Fragment key={heading}>
            <details open={index < 2 || options.some(({ name }) => configuration.options[name] !== undefined)}>
              <summary>{heading}</summary>
              {options.map((option) =>
                option.formKey === undefined ? (
                  controlOf('options', option)
                ) : (
                  <FormPointer key={option.name} name={option.name} formKey={option.formKey} />
                ),
              )}
            </details>
            {heading === formsPage.title && (
              <details open={Object.keys(configuration.form).length > 0}>
                <summary>Form on the proxy</summary>
                <p class="hint">
                  What the form asks for, and what happens to its leads. It belongs to the proxy’s configuration, so it
                  is in the tab “Proxy configuration” and in no other code.
                </p>
                {formKeys.map((option) => controlOf('form', option))}
              </details>
            )}
          </Fragment>
        ))}
        <FileButtons configuration={configuration} onOpen={setConfiguration} />
      </form>
      <p class="to-results">
        <button type="button" class="button" onClick={() => results.current?.focus()}>
          Preview and code
        </button>
      </p>
      <div class="results" ref={results} tabIndex={-1}>
        <Preview configuration={configuration} />
        <div class="code-place" onClickCapture={() => setWithNewEntry(undefined)}>
          <CodePanel
            configuration={configuration}
            refused={{ widget: [...problems.options.keys()], proxy: [...problems.form.keys()] }}
            loadDeps={loadDeps}
          />
        </div>
      </div>
    </div>
  );
}

/** Shown instead of an option that only pages without a proxy need. */
function FormPointer({ name, formKey }: { name: string; formKey: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need controls
    <div class="option" role="group" aria-label={name}>
      <p class="description">
        <code>{name}</code> is for pages without a proxy. With one, set <code>{formKey}</code> under “Form on the
        proxy”.
      </p>
    </div>
  );
}
