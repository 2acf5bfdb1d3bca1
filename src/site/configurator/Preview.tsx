import { useEffect, useId, useState } from 'preact/hooks';
import { languages } from '../../i18n/index.ts';
import { Choices } from '../preview/Choices.tsx';
import { PreviewFrame } from '../preview/PreviewFrame.tsx';
import { previewAddress } from '../preview/preview-address.ts';
import type { Configuration } from './configuration.ts';

/** The frame reloads this long after the last change. */
const debounceMs = 400;

/** On these screens the preview of a desktop would be too small to read. */
const phoneScreen = '(max-width: 600px)';

const sizes = { Desktop: { width: 1100, height: 760 }, Phone: { width: 390, height: 760 } } as const;

/** The widget on a separate page, in different sizes, colors and languages. */
export function Preview({ configuration }: { configuration: Configuration }) {
  const [size, setSize] = useState<keyof typeof sizes>(() => (matchMedia(phoneScreen).matches ? 'Phone' : 'Desktop'));
  const [scheme, setScheme] = useState('light');
  const [locale, setLocale] = useState('');
  const [address, setAddress] = useState<string>();
  const language = useId();

  useEffect(() => {
    const options = { ...configuration.options, ...(locale !== '' && { locale }) };
    const timer = setTimeout(
      () => setAddress(previewAddress({ configuration: { ...configuration, options }, scheme })),
      debounceMs,
    );
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
        <div class="preview-language">
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
      </div>
      <PreviewFrame address={address} title="The chat on a page" {...sizes[size]} />
      <p class="hint">
        {Object.keys(configuration.form).length === 0
          ? 'The form is the demo’s. What you leave in it goes to the demo’s sandbox.'
          : 'The form is the one that you set. What you leave in it goes to the demo’s sandbox, with the demo’s tags, journey and agent.'}
      </p>
    </section>
  );
}
