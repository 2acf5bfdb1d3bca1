import { useEffect, useId, useState } from 'preact/hooks';
import { QrCode } from '../../qr/index.ts';
import { CopyableCode } from '../CopyableCode.tsx';
import { type CodeSample, codeSamples, type SampleDeps } from './code-samples.ts';
import type { Configuration } from './configuration.ts';

type CodePanelProps = {
  configuration: Configuration;
  /** Names of options that the widget rejects, and of keys of the form that the proxy rejects. */
  refused: { widget: readonly string[]; proxy: readonly string[] };
  /** Loads what the demo's proxy serves. Rejects while the proxy cannot be reached. */
  loadDeps: () => Promise<SampleDeps>;
};

/** The name of the only form of the demo's proxy. */
const demoForm = 'default';

/** The code for the page, with a tab for each way to install the widget. */
export function CodePanel({ configuration, refused, loadDeps }: CodePanelProps) {
  const [samples, setSamples] = useState<CodeSample[]>([]);
  // The demo's proxy, if the code contains it because no other proxy is set.
  const [demoProxy, setDemoProxy] = useState<string>();
  const [problem, setProblem] = useState('');
  const [selected, setSelected] = useState(0);
  const id = useId();

  useEffect(() => {
    let isCurrent = true;
    const { proxyUrl } = configuration.options;
    loadDeps()
      .then(async (deps) => {
        const isOwnProxy = isWebAddress(proxyUrl);
        const next = await codeSamples(configuration, isOwnProxy ? { ...deps, proxyUrl } : deps);
        return { next, demo: isOwnProxy ? undefined : deps.proxyUrl };
      })
      .then(
        ({ next, demo }) => {
          if (!isCurrent) return;
          setSamples(next);
          setDemoProxy(demo);
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
  const { form } = configuration.options;
  const missingForm = typeof form === 'string' && form !== demoForm ? form : undefined;
  const select = (index: number, tab: HTMLElement) => {
    const next = (index + samples.length) % samples.length;
    setSelected(next);
    tab.parentElement?.querySelectorAll('button')[next]?.focus();
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
            <p class="hint">
              {sample.hint}
              {sample.docs !== undefined && (
                <>
                  {' '}
                  <a href={sample.docs.href}>{sample.docs.link}</a>.
                </>
              )}
            </p>
            {refused.widget.length > 0 && (
              <p class="problem">
                The widget does not take the value of {refused.widget.join(', ')}, and uses the default.
              </p>
            )}
            {refused.proxy.length > 0 && (
              <p class="problem">A proxy with this form does not start: see {refused.proxy.join(', ')}.</p>
            )}
            <CopyableCode key={sample.code} code={sample.code} file={sample.file} />
            {sample.qr !== undefined && (
              <QrCode address={sample.qr} file="chat-qr-code.svg" linkClass="button is-quiet" />
            )}
            {sample.proxyIn !== undefined && demoProxy !== undefined && (
              <p class="hint">
                {demoProxy} is the proxy of this demo. While the demo runs, it takes leads from any page of this
                machine, such as one at http://localhost:8080. For your site, put your own proxy’s address into{' '}
                {sample.proxyIn}, or set proxyUrl under “Connection”, and all code here has it.
              </p>
            )}
            {sample.proxyIn !== undefined && demoProxy !== undefined && missingForm !== undefined && (
              <p class="problem">
                The demo has no form “{missingForm}”: this code works once your own proxy has it in its configuration.
              </p>
            )}
            {sample.proxyIn !== undefined && Object.keys(configuration.form).length > 0 && (
              <p class="hint">
                The form on the proxy is not in this code: copy it from “Proxy configuration”.
                {demoProxy !== undefined &&
                  missingForm === undefined &&
                  ' On the demo, your page shows the demo’s form until your own proxy runs.'}
              </p>
            )}
          </div>
        </>
      )}
    </section>
  );
}

function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value);
}
