import { useEffect, useRef } from 'preact/hooks';
import { previewRights } from '../../protocol/preview-rights.ts';
import {
  type JsonObject,
  languageChoices,
  pageEntries,
  pagesInWords,
  previewOptions,
  teaserOf,
  timeFor,
  variantNames,
  withTeaser,
} from '../../schema-form/index.ts';
import { choiceOf, objectOf, schemes, sizes, times, views } from '../../settings/index.ts';
import { PreviewChoice } from './preview-choice.tsx';
import { ScaledFrame } from './scaled-frame.tsx';
import type { SettingsState } from './settings-state.ts';

/** Wide enough that the panel floats. */
const computer = { width: 640, height: 720 } as const;

/** The widget with the draft, as a new visitor sees it. It starts anew with each change. */
export function SettingsPreviewFrame({ settings }: { settings: SettingsState }) {
  const { scheme, size, time, subject, choose } = settings.previewState;
  const { locale, page, variant, greeting } = subject.value;
  const config = settings.preview.value?.config;
  const widget = objectOf(config?.widget);
  const variants = variantNames(widget);
  const entries = pageEntries(widget);
  const entry = entries.find(({ url }) => url === page);
  // Every page without an entry of its own is as another one.
  const path = entry?.path ?? (entries.length > 0 ? '/admin/preview' : undefined);
  const shown = previewOptions(widget, {
    locale,
    variant,
    page: path === undefined ? undefined : new URL(path, location.href),
  });
  const teaser = teaserOf(shown, greeting);
  const view = subject.value.view === 'greeting' && teaser === undefined ? 'chat' : subject.value.view;
  const isInside = time.value === 'now' ? undefined : time.value === 'open';
  // To the hour, so that the frame stays as it is until something changes.
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  const at = isInside === undefined ? undefined : timeFor(widget, isInside, hour);
  const message: PreviewMessage = {
    config: {
      ...config,
      widget: view === 'chat' ? shown : withTeaser(shown, view === 'greeting' ? teaser : undefined),
    },
    isOpen: view === 'chat',
    scheme: scheme.value,
    ...(at !== undefined && { at }),
  };
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
      <div class="preview-choices">
        <PreviewChoice
          label="Language in the preview"
          value={locale}
          choices={[['', 'Your language'], ...languageChoices]}
          onChange={(next) => choose({ locale: next })}
        />
        <PreviewChoice
          label="What the preview shows"
          value={view}
          choices={Object.entries(views).filter(([name]) => name !== 'greeting' || teaser !== undefined)}
          onChange={(next) => choose({ view: choiceOf(views, next) ?? 'chat' })}
        />
        <PreviewChoice
          label="Size of the preview"
          value={size.value}
          choices={Object.entries(sizes)}
          onChange={(next) => {
            size.value = choiceOf(sizes, next) ?? 'phone';
          }}
        />
        {widget.hours !== undefined && (
          <PreviewChoice
            label="Time in the preview"
            value={time.value}
            choices={Object.entries(times)}
            onChange={(next) => {
              time.value = choiceOf(times, next) ?? 'now';
            }}
          />
        )}
        {entries.length > 0 && (
          <PreviewChoice
            label="Page in the preview"
            value={entry?.url ?? ''}
            choices={[['', 'Any other page'], ...entries.map(({ url }) => [url, inWords(url)] as const)]}
            onChange={(next) => choose({ page: next })}
          />
        )}
        {variants.length > 0 && (
          <PreviewChoice
            label="Variant in the preview"
            value={variants.includes(variant) ? variant : ''}
            choices={[['', 'Any variant'], ...variants.map((name) => [name, name] as const)]}
            onChange={(next) => choose({ variant: next })}
          />
        )}
      </div>
      {entry?.isHidden && <p class="hint">The chat is hidden on this page.</p>}
      {config !== undefined &&
        (size.value === 'phone' ? (
          <Frame key={JSON.stringify(message)} message={message} />
        ) : (
          <ScaledFrame {...computer}>
            {(style) => <Frame key={JSON.stringify(message)} message={message} style={style} {...computer} />}
          </ScaledFrame>
        ))}
    </section>
  );
}

function inWords(pattern: string): string {
  const words = pagesInWords(pattern);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** As preview-page.ts reads it. */
type PreviewMessage = {
  config: Record<string, unknown> & { widget: JsonObject };
  isOpen: boolean;
  scheme: string;
  at?: number;
};

type FrameProps = {
  message: PreviewMessage;
  width?: number;
  height?: number;
  style?: { transform: string; marginInlineStart: string };
};

function Frame({ message, ...size }: FrameProps) {
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
  return <iframe ref={frame} src="admin/preview" sandbox={previewRights} title="Preview of the chat" {...size} />;
}
