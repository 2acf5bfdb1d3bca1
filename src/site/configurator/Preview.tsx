import { useEffect, useId, useState } from 'preact/hooks';
import { languageNames } from '../../i18n/index.ts';
import { pageEntries, timeFor, variantNames, withVariant } from '../../schema-form/index.ts';
import { Choices } from '../preview/Choices.tsx';
import { PreviewFrame } from '../preview/PreviewFrame.tsx';
import { previewAddress } from '../preview/preview-address.ts';
import type { Configuration } from './configuration.ts';

/** The frame reloads this long after the last change. */
const debounceMs = 400;

/** On these screens the preview of a desktop would be too small to read. */
const phoneScreen = '(max-width: 600px)';

const sizes = {
  // Wide enough that the panel floats.
  Desktop: { width: 640, height: 700, fit: 'grow' },
  Phone: { width: 390, height: 720, fit: 'keep' },
} as const;

/** Whether the page is inside the opening hours. */
const times = { now: undefined, inside: true, outside: false } as const;

function isTime(name: string): name is keyof typeof times {
  return Object.hasOwn(times, name);
}

/** The widget on a separate page, in different sizes, colors and languages. */
export function Preview({ configuration }: { configuration: Configuration }) {
  const [size, setSize] = useState<keyof typeof sizes>(() => (matchMedia(phoneScreen).matches ? 'Phone' : 'Desktop'));
  const [scheme, setScheme] = useState(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const [locale, setLocale] = useState('');
  const [time, setTime] = useState<keyof typeof times>('now');
  const [entry, setEntry] = useState('');
  const [variant, setVariant] = useState('');
  const [address, setAddress] = useState<string>();
  const language = useId();
  const page = useId();
  const variantField = useId();
  const variants = variantNames(configuration.options);
  const entries = pageEntries(configuration.options);
  const shown = entries[Number(entry || Number.NaN)];
  const path = shown?.path;
  const hasHours = configuration.options.hours !== undefined;

  useEffect(() => {
    const options = { ...withVariant(configuration.options, variant), ...(locale !== '' && { locale }) };
    const timer = setTimeout(() => {
      const isInside = times[time];
      const at = isInside === undefined ? undefined : timeFor(options, isInside, Date.now());
      setAddress(previewAddress({ configuration: { ...configuration, options }, scheme, path, at }));
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [configuration, scheme, locale, path, time, variant]);

  return (
    <section class="preview card" aria-label="Preview">
      <div class="preview-bar">
        <Choices
          legend="Size"
          isPlain
          choices={Object.keys(sizes)}
          value={size}
          onChange={(next) => setSize(next === 'Phone' ? 'Phone' : 'Desktop')}
        />
        <Choices legend="Colors" isPlain choices={['light', 'dark']} value={scheme} onChange={setScheme} />
        <div class="preview-language">
          <label for={language}>
            Language<span class="visually-hidden"> of the preview</span>
          </label>
          <select id={language} value={locale} onChange={(event) => setLocale(event.currentTarget.value)}>
            <option value="">the page’s</option>
            {Object.entries(languageNames).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </div>
        {entries.length > 0 && (
          <div class="preview-language">
            <label for={page}>Page</label>
            <select id={page} value={entry} onChange={({ currentTarget }) => setEntry(currentTarget.value)}>
              <option value="">another one</option>
              {entries.map(({ url }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an entry's place is its identity
                <option key={index} value={String(index)}>
                  {url}
                </option>
              ))}
            </select>
          </div>
        )}
        {variants.length > 0 && (
          <div class="preview-language">
            <label for={variantField}>Variant</label>
            <select id={variantField} value={variant} onChange={({ currentTarget }) => setVariant(currentTarget.value)}>
              <option value="">by chance</option>
              {variants.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </div>
        )}
        {hasHours && (
          <Choices
            legend="Hours"
            choices={Object.keys(times)}
            value={time}
            onChange={(next) => setTime(isTime(next) ? next : 'now')}
          />
        )}
      </div>
      {shown?.earlier !== undefined && (
        <p class="problem preview-note">
          This entry applies on no page like {shown.path}: the earlier one for {shown.earlier} matches, too.
        </p>
      )}
      {shown?.isHidden === true && shown.earlier === undefined && (
        <p class="hint preview-note">The widget is hidden on this page.</p>
      )}
      <PreviewFrame address={address} title="The chat on a page" {...sizes[size]} />
      <p class="hint">
        {Object.keys(configuration.form).length === 0
          ? 'The form is the demo’s. What you leave in it goes to the demo’s sandbox.'
          : 'The form is the one that you set. What you leave in it goes to the demo’s sandbox, with the demo’s tags, journey and agent.'}
      </p>
    </section>
  );
}
