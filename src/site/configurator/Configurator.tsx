import { Fragment, h } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { CodePanel } from './CodePanel.tsx';
import type { SampleDeps } from './code-samples.ts';
import { problemsOf, readConfiguration, withOption, writeConfiguration } from './configuration.ts';
import { groupedOptions, type Json, type Option } from './option-schemas.ts';
import { Preview } from './Preview.tsx';
import { SchemaEditor } from './SchemaEditor.tsx';

/** All options on one side, on the other the widget and the code for them. The page's address holds them. */
export function Configurator({ loadDeps }: { loadDeps: () => Promise<SampleDeps> }) {
  const [configuration, setConfiguration] = useState(() => readConfiguration(location));
  const groups = useMemo(groupedOptions, []);
  const problems = problemsOf(configuration);
  const results = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const onHashChange = () => setConfiguration(readConfiguration(location));
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, []);
  useEffect(() => {
    history.replaceState(null, '', location.pathname + writeConfiguration(configuration));
  }, [configuration]);

  return (
    <div class="configurator">
      <form class="options" aria-label="Options" onSubmit={(event) => event.preventDefault()}>
        {groups.map(({ heading, options }, index) => (
          <details key={heading} open={index < 2 || options.some(({ name }) => configuration[name] !== undefined)}>
            <summary>{heading}</summary>
            {options.map((option) => (
              <OptionControl
                key={option.name}
                option={option}
                value={configuration[option.name]}
                problems={problems.get(option.name) ?? []}
                onChange={(value) => setConfiguration((current) => withOption(current, option.name, value))}
              />
            ))}
          </details>
        ))}
        <p>
          <button type="button" class="button is-quiet" onClick={() => setConfiguration({})}>
            Reset all options
          </button>
        </p>
      </form>
      <p class="to-results">
        <button type="button" class="button" onClick={() => results.current?.focus()}>
          Preview and code
        </button>
      </p>
      <div class="results" ref={results} tabIndex={-1}>
        <Preview configuration={configuration} />
        <CodePanel configuration={configuration} refused={[...problems.keys()]} loadDeps={loadDeps} />
      </div>
    </div>
  );
}

type OptionControlProps = {
  option: Option;
  value: Json | undefined;
  problems: string[];
  onChange: (value: Json | undefined) => void;
};

function OptionControl({ option, value, problems, onChange }: OptionControlProps) {
  return (
    <div class="option">
      <SchemaEditor label={option.name} schema={option.schema} value={value} onChange={onChange} />
      {problems.map((problem) => (
        <p class="problem" role="alert" key={problem}>
          {problem}
        </p>
      ))}
      <p class="description">
        <WithCode text={option.description} />
        {option.defaultText !== undefined && (
          <>
            {' Default: '}
            <WithCode text={option.defaultText} />.
          </>
        )}
      </p>
    </div>
  );
}

/** Text with `code` in back quotes, as the doc comments have it. */
function WithCode({ text }: { text: string }) {
  return h(Fragment, null, ...text.split('`').map((part, index) => (index % 2 === 1 ? h('code', null, part) : part)));
}
