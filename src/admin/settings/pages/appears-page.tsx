import { useId } from 'preact/hooks';
import {
  type Json,
  type JsonObject,
  oftenChoices,
  oftenInWords,
  type Problem,
  pageSentence,
  problemsAt,
  readPattern,
  triggerSentence,
} from '../../../schema-form/index.ts';
import { EntryOptions } from '../entry-options.tsx';
import { objectOf } from '../json-value.ts';
import { PagesField } from '../pages-field.tsx';
import { ProblemNotes } from '../problem-notes.tsx';
import { SentenceList } from '../sentence-list.tsx';
import { adviceOf, type Setting, settingOf } from '../setting.ts';
import { ResetButton } from '../setting-control.tsx';
import type { PageProps } from '../settings-pages.ts';
import type { SettingsState } from '../settings-state.ts';
import { mainLanguageOfSite } from '../site-language.ts';
import { TextsField } from '../texts-field.tsx';

/** When the chat greets or opens by itself, and what is different on some pages. */
export function AppearsPage({ settings, options }: PageProps) {
  const triggers = settingOf(settings, {}, 'triggers');
  const pages = settingOf(settings, {}, 'pages');
  return (
    <form class="card" aria-label="When it appears" onSubmit={(event) => event.preventDefault()}>
      <SentenceList
        legend="It greets or opens by itself"
        hint="The first that fits does so, once on a page. Nothing happens for visitors who have opened the chat before."
        noun="greeting"
        {...listProps(settings, 'triggers', triggers)}
        maxEntries={options.get('triggers')?.schema.maxItems ?? Number.POSITIVE_INFINITY}
        sentence={triggerSentence}
        newEntry={() => ({ type: 'delay', seconds: 20 })}
      >
        {(trigger, problems, onChange) => (
          <TriggerFields settings={settings} trigger={trigger} problems={problems} onChange={onChange} />
        )}
      </SentenceList>
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
          if (typeof url === 'string') settings.previewState.page.value = url;
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
              if (typeof next.url === 'string') settings.previewState.page.value = next.url;
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

type EntryProps = {
  settings: SettingsState;
  problems: readonly Problem[];
  onChange: (next: JsonObject) => void;
};

const moments: readonly (readonly [type: string, words: string])[] = [
  ['delay', 'after some time on the page'],
  ['scroll', 'after scrolling'],
  ['exit', 'when the mouse leaves the page at the top'],
  ['url', 'at once'],
];
/** What each moment needs besides. */
const amounts: Readonly<Record<string, { name: string; label: string; usual: number; max?: number }>> = {
  delay: { name: 'seconds', label: 'Seconds', usual: 20 },
  scroll: { name: 'percent', label: 'Percent of the page', usual: 50, max: 100 },
};

function TriggerFields({ settings, trigger, problems, onChange }: EntryProps & { trigger: JsonObject }) {
  const id = useId();
  const { type, seconds: _s, percent: _p, ...common } = trigger;
  const amount = typeof type === 'string' ? amounts[type] : undefined;
  const change = (name: string, value: Json | undefined) => onChange(withKey(trigger, name, value));
  const isTeaser = trigger.action !== 'open';
  const often = typeof trigger.everyHours === 'number' ? trigger.everyHours : 24;
  const isKnown = oftenChoices.some(([hours]) => hours === often);
  return (
    <>
      <div class="task-field field">
        <label for={`${id}-when`}>When</label>
        <select
          id={`${id}-when`}
          value={typeof type === 'string' ? type : ''}
          onChange={({ currentTarget: { value } }) => {
            const needed = amounts[value];
            onChange({ type: value, ...(needed && { [needed.name]: needed.usual }), ...common });
          }}
        >
          {moments.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </div>
      {amount !== undefined && (
        <div class="task-field field">
          <label for={`${id}-amount`}>{amount.label}</label>
          <input
            id={`${id}-amount`}
            type="number"
            min="0"
            max={amount.max}
            value={typeof trigger[amount.name] === 'number' ? String(trigger[amount.name]) : ''}
            aria-invalid={problemsAt(problems, amount.name).length > 0}
            aria-describedby={`${id}-amount-about`}
            onInput={({ currentTarget: { valueAsNumber } }) =>
              change(amount.name, Number.isNaN(valueAsNumber) ? undefined : valueAsNumber)
            }
          />
          <ProblemNotes id={`${id}-amount-about`} problems={problemsAt(problems, amount.name)} />
        </div>
      )}
      <PagesField
        pattern={trigger.url}
        withAll={true}
        problems={problemsAt(problems, 'url')}
        onChange={(url) => change('url', url)}
      />
      <fieldset class="task-field">
        <legend>What happens</legend>
        <label class="choice">
          <input type="radio" name={`${id}-what`} checked={isTeaser} onChange={() => change('action', undefined)} />
          Show a greeting above the button
        </label>
        <label class="choice">
          <input type="radio" name={`${id}-what`} checked={!isTeaser} onChange={() => change('action', 'open')} />
          Open the chat
        </label>
      </fieldset>
      {isTeaser && (
        <TextsField
          label="Greeting"
          value={trigger.text}
          placeholder="The greeting of the chat"
          fallbackLanguage={mainLanguageOfSite(settings)}
          problems={problemsAt(problems, 'text')}
          onChange={(text) => change('text', text)}
        />
      )}
      <div class="task-field field">
        <label for={`${id}-often`}>For the same visitor</label>
        <select
          id={`${id}-often`}
          value={String(often)}
          onChange={({ currentTarget: { value } }) => change('everyHours', value === '24' ? undefined : Number(value))}
        >
          {!isKnown && <option value={String(often)}>{oftenInWords(often)}</option>}
          {oftenChoices.map(([hours, words]) => (
            <option key={hours} value={String(hours)}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <ProblemNotes problems={problemsElsewhere(problems, ['seconds', 'percent', 'url', 'text'])} />
    </>
  );
}

type PageFieldsProps = EntryProps & {
  entry: JsonObject;
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

function withKey(entry: JsonObject, name: string, value: Json | undefined): JsonObject {
  const { [name]: _, ...others } = entry;
  return value === undefined ? others : { ...entry, [name]: value };
}

/** Those that no control shows. */
function problemsElsewhere(problems: readonly Problem[], shown: readonly string[]): Problem[] {
  return problems.filter(({ path: [key] }) => key === undefined || !shown.includes(key));
}
