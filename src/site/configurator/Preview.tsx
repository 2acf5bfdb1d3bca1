import { useSignalEffect } from '@preact/signals';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { languageNames } from '../../i18n/index.ts';
import { type PageEntry, pageEntries, timeFor, variantNames, withVariant } from '../../schema-form/index.ts';
import { objectOf } from '../../settings/index.ts';
import { Choices } from '../preview/Choices.tsx';
import { PreviewFrame } from '../preview/PreviewFrame.tsx';
import { previewAddress } from '../preview/preview-address.ts';
import type { ConfiguratorState } from './configurator-state.ts';

/** The frame reloads this long after the last change. */
const debounceMs = 400;

/** On these screens the preview of a desktop would be too small to read. */
const phoneScreen = '(max-width: 600px)';

const sizes = {
  // Wide enough that the panel floats.
  computer: { width: 640, height: 700, fit: 'grow' },
  phone: { width: 390, height: 720, fit: 'keep' },
} as const;

const sizeNames = { Desktop: 'computer', Phone: 'phone' } as const;
/** Whether the page is inside the opening hours. */
const timeNames = { now: 'now', inside: 'open', outside: 'closed' } as const;

/** The widget on a separate page, in different sizes, colors and languages. */
export function Preview({ state }: { state: ConfiguratorState }) {
  const { size, scheme, time, subject, choose } = state.previewState;
  const { locale, page, variant } = subject.value;
  const [address, setAddress] = useState<string>();
  const id = useId();
  const lastPlace = useRef(-1);
  /** The place of the page that is shown, also while its address is changed. -1: no page with an entry. */
  const placeOf = (among: readonly PageEntry[], shown: string) => {
    const place = among.findIndex(({ url }) => url === shown);
    if (place !== -1 || shown === '') lastPlace.current = place;
    return lastPlace.current;
  };
  const { options } = state.configuration.value;
  const variants = variantNames(options);
  const entries = pageEntries(options);
  const entry = entries[placeOf(entries, page)];
  // The form that is being edited, which need not be the one that the widget shows.
  const form = objectOf(state.draft.value.forms[state.form.value]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the visitor's own screen has, once
  useEffect(() => {
    size.value = matchMedia(phoneScreen).matches ? 'phone' : 'computer';
    scheme.value = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }, []);
  useSignalEffect(() => {
    const { locale, page, variant } = subject.value;
    const chosen = withVariant(state.configuration.value.options, variant);
    const shown = { ...chosen, ...(locale !== '' && { locale }) };
    const configuration = { options: shown, form: objectOf(state.draft.value.forms[state.form.value]) };
    const among = pageEntries(shown);
    const path = among[placeOf(among, page)]?.path;
    const isInside = time.value === 'now' ? undefined : time.value === 'open';
    const look = { scheme: scheme.value, path };
    const timer = setTimeout(() => {
      const at = isInside === undefined ? undefined : timeFor(shown, isInside, Date.now());
      setAddress(previewAddress({ configuration, ...look, at }));
    }, debounceMs);
    return () => clearTimeout(timer);
  });

  return (
    <section class="preview card" aria-label="Preview">
      <div class="preview-bar">
        <Choices
          legend="Size"
          isPlain
          choices={Object.keys(sizeNames)}
          value={nameOf(sizeNames, size.value)}
          onChange={(next) => {
            size.value = next === 'Phone' ? 'phone' : 'computer';
          }}
        />
        <Choices
          legend="Colors"
          isPlain
          choices={['light', 'dark']}
          value={scheme.value}
          onChange={(next) => {
            scheme.value = next === 'dark' ? 'dark' : 'light';
          }}
        />
        <div class="preview-language">
          <label for={`${id}-language`}>
            Language<span class="visually-hidden"> of the preview</span>
          </label>
          <select
            id={`${id}-language`}
            value={locale}
            onChange={({ currentTarget }) => choose({ locale: currentTarget.value })}
          >
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
            <label for={`${id}-page`}>Page</label>
            <select
              id={`${id}-page`}
              value={entry?.url ?? ''}
              onChange={({ currentTarget }) => choose({ page: currentTarget.value })}
            >
              <option value="">another one</option>
              {entries.map(({ url }) => (
                <option key={url} value={url}>
                  {url}
                </option>
              ))}
            </select>
          </div>
        )}
        {variants.length > 0 && (
          <div class="preview-language">
            <label for={`${id}-variant`}>Variant</label>
            <select
              id={`${id}-variant`}
              value={variants.includes(variant) ? variant : ''}
              onChange={({ currentTarget }) => choose({ variant: currentTarget.value })}
            >
              <option value="">by chance</option>
              {variants.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </div>
        )}
        {options.hours !== undefined && (
          <Choices
            legend="Hours"
            choices={Object.keys(timeNames)}
            value={nameOf(timeNames, time.value)}
            onChange={(next) => {
              time.value = isTime(next) ? timeNames[next] : 'now';
            }}
          />
        )}
      </div>
      {entry?.earlier !== undefined && (
        <p class="problem preview-note">
          This entry applies on no page like {entry.path}: the earlier one for {entry.earlier} matches, too.
        </p>
      )}
      {entry?.isHidden === true && entry.earlier === undefined && (
        <p class="hint preview-note">The widget is hidden on this page.</p>
      )}
      <PreviewFrame address={address} title="The chat on a page" {...sizes[size.value]} />
      <p class="hint">
        {Object.keys(form).length === 0
          ? 'The form is the demo’s. What you leave in it goes to the demo’s sandbox.'
          : 'The form is the one that you set. What you leave in it goes to the demo’s sandbox, with the demo’s tags, journey and agent.'}
      </p>
    </section>
  );
}

function isTime(name: string): name is keyof typeof timeNames {
  return Object.hasOwn(timeNames, name);
}

function nameOf(names: Readonly<Record<string, string>>, value: string): string {
  return Object.keys(names).find((name) => names[name] === value) ?? '';
}
