import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { SettingsState } from './settings-state.ts';

const schemes = ['light', 'dark'] as const;

/** The widget with the draft, as a new visitor sees it. It starts anew with each change. */
export function SettingsPreviewFrame({ settings }: { settings: SettingsState }) {
  const scheme = useSignal<(typeof schemes)[number]>('light');
  const config = settings.preview.value?.config;
  const key = JSON.stringify([config, scheme.value]);
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
      {config !== undefined && <Frame key={key} config={config} scheme={scheme.value} />}
    </section>
  );
}

function Frame({ config, scheme }: { config: Record<string, unknown>; scheme: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const onMessage = ({ source, origin }: MessageEvent) => {
      const page = frame.current?.contentWindow;
      if (source === page && origin === location.origin) page?.postMessage({ config, scheme }, origin);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [config, scheme]);
  return <iframe ref={frame} src="admin/preview" title="Preview of the chat" />;
}
