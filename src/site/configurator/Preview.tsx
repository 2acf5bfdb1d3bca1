import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { languages } from '../../i18n/index.ts';
import { type Configuration, writeConfiguration } from './configuration.ts';

/** The frame's content starts anew this long after the last change. */
const settleMs = 400;

const sizes = { Desktop: { width: 1100, height: 760 }, Phone: { width: 390, height: 760 } } as const;

/** The widget in a page of its own, in the sizes, colors and languages that visitors have. */
export function Preview({ configuration }: { configuration: Configuration }) {
  const [size, setSize] = useState<keyof typeof sizes>('Desktop');
  const [scheme, setScheme] = useState('light');
  const [locale, setLocale] = useState('');
  const [address, setAddress] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const boxWidth = useWidth(box);
  const language = useId();
  const { width, height } = sizes[size];
  const scale = Math.min(1, boxWidth / width);

  useEffect(() => {
    // Nothing of a preview is stored, so every change shows what a new visitor sees.
    const shown = {
      ...configuration,
      storage: 'none',
      open: configuration.open ?? true,
      ...(configuration.theme === undefined ? { theme: scheme } : {}),
      ...(locale === '' ? {} : { locale }),
    };
    const timer = setTimeout(() => setAddress(`preview.html${writeConfiguration(shown)}#${scheme}`), settleMs);
    return () => clearTimeout(timer);
  }, [configuration, scheme, locale]);

  return (
    <section class="preview card" aria-label="Preview">
      <div class="preview-bar">
        <Choices
          legend="Size"
          choices={Object.keys(sizes)}
          value={size}
          onChange={(next) => setSize(next === 'Phone' ? 'Phone' : 'Desktop')}
        />
        <Choices legend="Colors" choices={['light', 'dark']} value={scheme} onChange={setScheme} />
        <label for={language}>Language of the preview</label>
        <select id={language} value={locale} onChange={(event) => setLocale(event.currentTarget.value)}>
          <option value="">the page’s</option>
          {Object.entries(languages).map(([code, { name }]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div class="preview-box" ref={box} style={{ height: `${height * scale}px` }}>
        {address !== undefined && (
          // A new address is a new page: the widget starts as for a new visitor.
          <iframe
            key={address}
            src={address}
            title="The chat on a page"
            width={width}
            height={height}
            style={{
              transform: `scale(${scale})`,
              marginInlineStart: `${Math.max(0, boxWidth - width * scale) / 2}px`,
            }}
          />
        )}
      </div>
    </section>
  );
}

type ChoicesProps = { legend: string; choices: string[]; value: string; onChange: (value: string) => void };

function Choices({ legend, choices, value, onChange }: ChoicesProps) {
  const name = useId();
  return (
    <fieldset class="segments">
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice}>
          <input type="radio" name={name} checked={choice === value} onChange={() => onChange(choice)} />
          {choice}
        </label>
      ))}
    </fieldset>
  );
}

function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(entry.contentRect.width);
    });
    if (element.current !== null) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
