import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { previewRights } from '../../protocol/index.ts';
import { type JsonObject, timeFor, variantNames, withVariant } from '../../schema-form/index.ts';
import { objectOf } from './json-value.ts';
import type { SettingsState } from './settings-state.ts';

const schemes = ['light', 'dark'] as const;

/** Whether the preview is inside the opening hours. */
const times = { now: undefined, open: true, closed: false } as const;
const timeNames: Record<keyof typeof times, string> = {
  now: 'Now',
  open: 'When open',
  closed: 'When closed',
};

/** The widget with the draft, as a new visitor sees it. It starts anew with each change. */
export function SettingsPreviewFrame({ settings }: { settings: SettingsState }) {
  const scheme = useSignal<(typeof schemes)[number]>('light');
  const variant = useSignal('');
  const time = useSignal<keyof typeof times>('now');
  const config = settings.preview.value?.config;
  const widget = objectOf(config?.widget);
  const variants = variantNames(widget);
  const shown = { ...config, widget: withVariant(widget, variant.value) };
  const isOpen = times[time.value];
  // To the hour, so that the frame stays as it is until something changes.
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  const at = isOpen === undefined ? undefined : timeFor(widget, isOpen, hour);
  const message: PreviewMessage = { config: shown, scheme: scheme.value, ...(at !== undefined && { at }) };
  return (
    <section class="card settings-preview" aria-labelledby="settings-preview">
      <header>
        <h2 id="settings-preview">Preview</h2>
        {schemes.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={scheme.value === name}
            onClick={() => {
              scheme.value = name;
            }}
          >
            {name === 'light' ? 'Light' : 'Dark'}
          </button>
        ))}
      </header>
      {(variants.length > 0 || widget.hours !== undefined) && (
        <div class="preview-choices">
          {variants.length > 0 && (
            <select
              aria-label="Variant in the preview"
              value={variant.value}
              onChange={({ currentTarget }) => {
                variant.value = currentTarget.value;
              }}
            >
              <option value="">Any variant</option>
              {variants.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
          {widget.hours !== undefined && (
            <select
              aria-label="Time in the preview"
              value={time.value}
              onChange={({ currentTarget }) => {
                const chosen = currentTarget.value;
                time.value = isTime(chosen) ? chosen : 'now';
              }}
            >
              {Object.entries(timeNames).map(([name, words]) => (
                <option key={name} value={name}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </div>
      )}
      {config !== undefined && <Frame key={JSON.stringify(message)} message={message} />}
    </section>
  );
}

function isTime(name: string): name is keyof typeof times {
  return Object.hasOwn(times, name);
}

/** As preview-page.ts reads it. */
type PreviewMessage = { config: Record<string, unknown> & { widget: JsonObject }; scheme: string; at?: number };

function Frame({ message }: { message: PreviewMessage }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const onMessage = ({ source, origin }: MessageEvent) => {
      const page = frame.current?.contentWindow;
      // The frame has no origin that could be named; what it gets, any page may read once it is saved.
      if (source === page && origin === 'null') page?.postMessage(message, '*');
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [message]);
  return <iframe ref={frame} src="admin/preview" sandbox={previewRights} title="Preview of the chat" />;
}
