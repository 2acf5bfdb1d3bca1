import { useId } from 'preact/hooks';
import { type JsonObject, type Problem, pageSentence, problemsAt, readPattern } from '../../schema-form/index.ts';
import { EntryOptions } from '../entry-options.tsx';
import { GreetingsList } from '../greetings-list.tsx';
import { objectOf } from '../json-value.ts';
import type { PageProps } from '../page-props.ts';
import { PagesField } from '../pages-field.tsx';
import { SentenceList } from '../sentence-list.tsx';
import { adviceOf } from '../setting.ts';
import { ResetButton } from '../setting-control.tsx';
import type { SettingsState } from '../settings-state.ts';
import { useSetting } from '../use-setting.ts';
import { useStable } from '../use-stable.ts';

/** When the chat greets or opens by itself, and what is different on some pages. */
export function AppearsPage({ settings, options }: PageProps) {
  return (
    <form class="card" aria-label="When it appears" onSubmit={(event) => event.preventDefault()}>
      <Greetings settings={settings} options={options} />
      <PageRules settings={settings} options={options} />
    </form>
  );
}

type RulesProps = Pick<PageProps, 'settings' | 'options'>;

function Greetings({ settings, options }: RulesProps) {
  const { setting, list } = useRules(settings, 'triggers');
  return (
    <>
      <GreetingsList
        settings={settings}
        legend="It greets or opens by itself"
        hint="The first that fits does so, once on a page. Nothing happens for visitors who have opened the chat before."
        {...list}
        maxEntries={options.get('triggers')?.schema.maxItems}
      />
      {setting.isSaved && <ResetButton name="greetings" isInFile={setting.isInFile} onClick={setting.reset} />}
    </>
  );
}

function PageRules({ settings, options }: RulesProps) {
  const { setting, list } = useRules(settings, 'pages');
  return (
    <>
      <SentenceList
        settings={settings}
        legend="It is different on some pages"
        hint="Of several that fit a page, the first applies."
        noun="page rule"
        {...list}
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
      {setting.isSaved && <ResetButton name="page rules" isInFile={setting.isInFile} onClick={setting.reset} />}
    </>
  );
}

/** A list of rules, what is wrong with it, and what is advised. */
function useRules(settings: SettingsState, name: string) {
  const setting = useSetting(settings, {}, name);
  const advice = useStable(() => adviceOf(settings, {}, name), [settings, name]);
  const { value, problems, set } = setting;
  const list = {
    entries: Array.isArray(value) ? value.map(objectOf) : [],
    problems: [...problems, ...advice],
    onChange: (entries: readonly JsonObject[]) => set(entries.length === 0 ? undefined : [...entries]),
  };
  return { setting, list };
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
    </>
  );
}
