import { useContext } from 'preact/hooks';
import { type Json, type JsonObject, type Problem, problemsAt, withProperty } from '../../schema-form/index.ts';
import { EntryCard } from '../forms/entry-card.tsx';
import { FormLanguageContext } from '../forms/form-language.ts';
import { isInvalid, ProblemTexts } from '../forms/problem-texts.tsx';
import { PlainField } from '../forms/text-field.tsx';
import { objectOf } from '../json-value.ts';
import type { NewEntry } from '../new-entry.tsx';
import { sentenceOf } from '../sentence.ts';
import type { SettingsState } from '../settings-state.ts';
import { DestinationField } from './destination-field.tsx';
import { namesOf } from './destinations.ts';
import { KnownLeadField } from './known-lead-field.tsx';
import { RouteConditions } from './route-conditions.tsx';
import { RouteWords } from './route-words.tsx';
import { TagsField } from './tags-field.tsx';

type RouteCardProps = {
  settings: SettingsState;
  route: JsonObject;
  questions: readonly JsonObject[];
  problems: readonly Problem[];
  id: string;
  number: number;
  count: number;
  isOpen: boolean;
  newEntry: NewEntry;
  onToggle: () => void;
  onChange: (route: JsonObject) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

/** A route as a sentence, and below it its parts if it is open. */
export function RouteCard(props: RouteCardProps) {
  const { settings, route, questions, problems, id, number, count, isOpen, newEntry } = props;
  const { onToggle, onChange, onMove, onRemove } = props;
  const { language } = useContext(FormLanguageContext);
  const title = typeof route.name === 'string' ? route.name : `Route ${number}`;
  const changesNothing = ['journey', 'tags', 'agent'].every((key) => isNothing(route[key]));
  const ofRoute = problems.filter(({ path }) => path.length === 0);
  const set = (key: string, value: Json | undefined) => onChange(withProperty(route, key, value));
  return (
    <EntryCard
      id={id}
      title={title}
      line={
        <>
          <span class="hint">{title}</span>
          <RouteWords route={route} questions={questions} names={namesOf(settings)} language={language} />
          {!isOpen &&
            ofRoute
              .filter(({ isAdvice }) => isAdvice)
              .map(({ message }) => (
                <span key={message} class="advice">
                  {sentenceOf(message)}
                </span>
              ))}
        </>
      }
      hasProblem={isInvalid(problems)}
      isOpen={isOpen}
      newEntry={newEntry}
      at={number - 1}
      canMove={(by) => (by === -1 ? number > 1 : number < count)}
      onToggle={onToggle}
      onMove={onMove}
    >
      <div class="question-settings">
        <RouteConditions
          when={route.when}
          questions={questions}
          problems={problemsAt(problems, 'when')}
          onChange={(when) => set('when', when)}
        />
        <p class="then">then</p>
        <DestinationField
          settings={settings}
          kind="journey"
          label="Journey"
          none="as for everyone"
          value={objectOf(route.journey).id}
          problems={problemsAt(problems, 'journey')}
          onChange={(next) => set('journey', next === undefined ? undefined : { ...objectOf(route.journey), id: next })}
        />
        <TagsField
          label="Tags, besides those for everyone"
          tags={route.tags}
          problems={problemsAt(problems, 'tags')}
          onChange={(tags) => set('tags', tags)}
        />
        <DestinationField
          settings={settings}
          kind="agent"
          label="Agent that calls back"
          none="as for everyone"
          value={route.agent}
          problems={problemsAt(problems, 'agent')}
          onChange={(next) => set('agent', next)}
        />
        <details class="more" open={problemsAt(problems, 'name').length > 0}>
          <summary>More</summary>
          <PlainField
            label="Name of the route"
            hint="In the list of leads and in messages to your team."
            placeholder={`#${number}`}
            value={route.name}
            problems={problemsAt(problems, 'name')}
            onChange={(name) => set('name', name)}
          />
          {route.journey !== undefined && (
            <KnownLeadField
              journey={objectOf(route.journey)}
              none="as for everyone"
              onChange={(journey) => set('journey', journey)}
            />
          )}
        </details>
        <ProblemTexts
          problems={changesNothing ? [{ path: [], message: 'Choose a journey, tags or an agent.' }] : ofRoute}
        />
        <div class="item-buttons">
          <button type="button" class="small-button danger" onClick={onRemove}>
            Remove route<span class="visually-hidden"> {title}</span>
          </button>
        </div>
      </div>
    </EntryCard>
  );
}

function isNothing(value: Json | undefined): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}
