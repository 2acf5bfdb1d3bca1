import { useId } from 'preact/hooks';
import { type JsonObject, type Problem, pageSentence, problemsAt, readPattern } from '../../schema-form/index.ts';
import { EntryOptions } from '../entry-options.tsx';
import { GreetingsList } from '../greetings-list.tsx';
import { objectOf } from '../json-value.ts';
import type { PageProps } from '../page-props.ts';
import { PagesField } from '../pages-field.tsx';
import { ProblemNotes } from '../problem-notes.tsx';
import { SentenceList } from '../sentence-list.tsx';
import { adviceOf, type Setting, settingOf } from '../setting.ts';
import { ResetButton } from '../setting-control.tsx';
import type { SettingsState } from '../settings-state.ts';

/** When the chat greets or opens by itself, and what is different on some pages. */
export function AppearsPage({ settings, options }: PageProps) {
  const triggers = settingOf(settings, {}, 'triggers');
  const pages = settingOf(settings, {}, 'pages');
  return (
    <form class="card" aria-label="When it appears" onSubmit={(event) => event.preventDefault()}>
      <GreetingsList
        settings={settings}
        legend="It greets or opens by itself"
        hint="The first that fits does so, once on a page. Nothing happens for visitors who have opened the chat before."
        {...listProps(settings, 'triggers', triggers)}
        maxEntries={options.get('triggers')?.schema.maxItems}
      />
      {triggers.isSaved && <ResetButton name="greetings" isInFile={triggers.isInFile} onClick={triggers.reset} />}
      <SentenceList
        legend="It is different on some pages"
        hint="Of several that fit a page, the first applies."
        noun="page rule"
        {...listProps(settings, 'pages', pages)}
        maxEntries={options.get('pages')?.schema.maxItems ?? Number.POSITIVE_INFINITY}
        sentence={pageSentence}
        newEntry={() => ({ url: '' })}
        onOpen={({ url }) => {
          if (typeof url === 'string') settings.previewState.follow({ page: url });
        }}
      >
        {(entry, problems, onChange) => (
          <PageFields
            settings={settings}
            schema={options.get('pages')?.schema.items?.properties ?? {}}
            entry={entry}
            problems={problems}
            onChange={(next) => {
              onChange(next);
              if (typeof next.url === 'string') settings.previewState.follow({ page: next.url });
            }}
          />
        )}
      </SentenceList>
      {pages.isSaved && <ResetButton name="page rules" isInFile={pages.isInFile} onClick={pages.reset} />}
    </form>
  );
}

function listProps(settings: SettingsState, name: string, { value, problems, set }: Setting) {
  return {
    entries: Array.isArray(value) ? value.map(objectOf) : [],
    problems: [...problems, ...adviceOf(settings, {}, name)],
    onChange: (entries: readonly JsonObject[]) => set(entries.length === 0 ? undefined : [...entries]),
  };
}

type PageFieldsProps = {
  settings: SettingsState;
  entry: JsonObject;
  problems: readonly Problem[];
  onChange: (next: JsonObject) => void;
  /** The options that an entry may set, by name. */
  schema: Parameters<typeof EntryOptions>[0]['schema'];
};

function PageFields({ settings, schema, entry, problems, onChange }: PageFieldsProps) {
  const id = useId();
  const isHidden = entry.hidden === true;
  const { url, hidden: _, ...options } = entry;
  return (
    <>
      <PagesField
        pattern={url}
        withAll={false}
        problems={problemsAt(problems, 'url')}
        onChange={(next) => onChange({ ...entry, url: next ?? '' })}
      />
      {readPattern(url).text === '/' && readPattern(url).kind !== 'is' && (
        <p class="advice" role="status">
          This fits every page of your site.
        </p>
      )}
      <fieldset class="task-field">
        <legend>There</legend>
        <label class="choice">
          <input
            type="radio"
            name={`${id}-there`}
            checked={isHidden}
            onChange={() => onChange({ url: url ?? '', hidden: true, ...options })}
          />
          Hide the chat
        </label>
        <label class="choice">
          <input
            type="radio"
            name={`${id}-there`}
            checked={!isHidden}
            onChange={() => onChange({ url: url ?? '', ...options })}
          />
          Show it, with something different
        </label>
      </fieldset>
      {!isHidden && (
        <EntryOptions
          settings={settings}
          schema={schema}
          ownKeys={['url', 'hidden']}
          values={options}
          problems={problems}
          onChange={(next) => onChange({ url: url ?? '', ...next })}
        />
      )}
      <ProblemNotes problems={problems.filter(({ path }) => path.length === 0)} />
    </>
  );
}
