import type { JsonObject } from '../../schema-form/index.ts';
import { nameOf } from '../forms/form-model.ts';
import { answerWords, titleOf } from '../forms/question-words.ts';
import { objectOf } from '../json-value.ts';
import { destinationWords } from './destinations.ts';

type RouteWordsProps = {
  route: JsonObject;
  questions: readonly JsonObject[];
  names: Readonly<Record<string, string>>;
  language: string;
};

/** "If How many employees? is 100+ then journey Enterprise, tag big, agent Ada". */
export function RouteWords({ route, questions, names, language }: RouteWordsProps) {
  const conditions = Object.entries(objectOf(route.when));
  const journey = objectOf(route.journey).id;
  const tags = Array.isArray(route.tags) ? route.tags.map(String) : [];
  const changes: [kind: string, words: string][] = [
    ...(typeof journey === 'string' ? [['journey', destinationWords(journey, 'journey', names)] as const] : []),
    ...(tags.length > 0 ? [[tags.length === 1 ? 'tag' : 'tags', tags.join(', ')] as const] : []),
    ...(typeof route.agent === 'string' ? [['agent', destinationWords(route.agent, 'agent', names)] as const] : []),
  ].map(([kind, words]) => [kind, words]);
  return (
    <span class="route-words">
      If{' '}
      {conditions.map(([name, is], index) => {
        const question = questions.find((other) => nameOf(other) === name);
        return (
          <span key={name}>
            {index > 0 && ' and '}
            <em dir="auto">{question === undefined ? name : titleOf(question, language)}</em> is{' '}
            <em dir="auto">{answerWords(is, question, language)}</em>
          </span>
        );
      })}{' '}
      then {changes.length === 0 && '…'}
      {changes.map(([kind, words], index) => (
        <span key={kind}>
          {index > 0 && ', '}
          {kind} <em dir="auto">{words}</em>
        </span>
      ))}
    </span>
  );
}
