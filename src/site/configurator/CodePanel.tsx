import { useEffect, useId, useState } from 'preact/hooks';
import { CopyableCode } from '../CopyableCode.tsx';
import { type CodeSample, codeSamples, type SampleDeps } from './code-samples.ts';
import type { Configuration } from './configuration.ts';

type CodePanelProps = {
  configuration: Configuration;
  /** Names of the options whose values the widget does not take. */
  refused: readonly string[];
  /** What the demo's proxy serves; rejected while it cannot be reached. */
  loadDeps: () => Promise<SampleDeps>;
};

/** The code for the page, one tab for each way to install the widget. */
export function CodePanel({ configuration, refused, loadDeps }: CodePanelProps) {
  const [samples, setSamples] = useState<CodeSample[]>([]);
  const [problem, setProblem] = useState('');
  const [selected, setSelected] = useState(0);
  const id = useId();

  useEffect(() => {
    let isCurrent = true;
    const { proxyUrl } = configuration;
    loadDeps()
      .then((deps) => codeSamples(configuration, isWebAddress(proxyUrl) ? { ...deps, proxyUrl } : deps))
      .then(
        (next) => {
          if (!isCurrent) return;
          setSamples(next);
          setProblem('');
        },
        () =>
          isCurrent && setProblem('The code appears once the proxy of this demo can be reached. Is npm start running?'),
      );
    return () => {
      isCurrent = false;
    };
  }, [configuration, loadDeps]);

  const sample = samples[selected];
  const select = (index: number, from: HTMLElement) => {
    const next = (index + samples.length) % samples.length;
    setSelected(next);
    from.parentElement?.querySelectorAll('button')[next]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.currentTarget instanceof HTMLElement)) return;
    if (event.key === 'ArrowRight') select(selected + 1, event.currentTarget);
    else if (event.key === 'ArrowLeft') select(selected - 1, event.currentTarget);
  };

  return (
    <section class="code card" aria-label="Code">
      {problem !== '' && <p role="alert">{problem}</p>}
      {sample !== undefined && (
        <>
          <div role="tablist" aria-label="Ways to install">
            {samples.map(({ title }, index) => (
              <button
                key={title}
                type="button"
                role="tab"
                id={`${id}-tab-${index}`}
                aria-selected={index === selected}
                aria-controls={`${id}-panel`}
                tabIndex={index === selected ? 0 : -1}
                onClick={(event) => select(index, event.currentTarget)}
                onKeyDown={onKeyDown}
              >
                {title}
              </button>
            ))}
          </div>
          <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${selected}`}>
            <p class="hint">{sample.hint}</p>
            {refused.length > 0 && (
              <p class="problem">The widget does not take the value of {refused.join(', ')}, and uses the default.</p>
            )}
            <CopyableCode key={sample.code} code={sample.code} />
          </div>
        </>
      )}
    </section>
  );
}

function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value);
}
