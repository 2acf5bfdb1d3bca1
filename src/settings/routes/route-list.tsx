import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type JsonObject, type Problem, problemsAt } from '../../schema-form/index.ts';
import { isComparable, unansweredFor } from '../forms/condition-editor.tsx';
import type { FormEditor } from '../forms/form-editor.ts';
import { nameOf, questionsOf } from '../forms/form-model.ts';
import { isInvalid, ProblemTexts } from '../forms/problem-texts.tsx';
import { answersOf } from '../forms/question-words.ts';
import { isSameJson } from '../json-value.ts';
import { useNewEntry } from '../new-entry.tsx';
import type { SettingsState } from '../settings-state.ts';
import { useRemoved } from '../use-removed.tsx';
import { RouteCard } from './route-card.tsx';

type RouteListProps = { settings: SettingsState; editor: FormEditor; problems: readonly Problem[] };

const maxRoutes = 50;

/** The routes of a form. The first that fits decides, so their order counts. */
export function RouteList({ settings, editor, problems }: RouteListProps) {
  const root = useRef<HTMLDivElement>(null);
  const focus = useRef<{ number: number; on: string } | null>(null);
  const opened = useSignal<number | null>(null);
  const said = useSignal('');
  const newEntry = useNewEntry(settings);
  const { model } = editor;
  const { routes } = model;
  const questions = questionsOf(model);
  const comparable = questions.filter(isComparable);
  useLayoutEffect(() => {
    const { current } = focus;
    if (current === null) return;
    focus.current = null;
    const card = root.current?.querySelector(`#route-${current.number}`);
    const target = card?.querySelector<HTMLElement>(`${current.on}:not(:disabled)`);
    (target ?? card?.querySelector<HTMLElement>('.icon-button:not(:disabled)'))?.focus();
  });
  const change = (next: readonly JsonObject[], more: { focus?: { number: number; on: string }; say: string }) => {
    focus.current = more.focus ?? null;
    said.value = more.say;
    newEntry.leave();
    editor.change({ ...model, routes: next });
  };
  const add = () => {
    const question = comparable.find((other) => answersOf(other, 'en') !== undefined) ?? comparable[0];
    if (question === undefined) return;
    opened.value = routes.length;
    change([...routes, { when: { [nameOf(question)]: unansweredFor(question) } }], {
      focus: { number: routes.length, on: '.condition-sentence select' },
      say: `Route ${routes.length + 1} is added.`,
    });
    newEntry.add(routes.length);
  };
  const move = (at: number, by: -1 | 1) => {
    const [route, other] = [routes[at], routes[at + by]];
    if (route === undefined || other === undefined) return;
    if (opened.peek() === at) opened.value = at + by;
    else if (opened.peek() === at + by) opened.value = at;
    change(routes.with(at, other).with(at + by, route), {
      focus: { number: at + by, on: `[data-focus="${by === -1 ? 'up' : 'down'}"]` },
      say: `The route is now number ${at + by + 1} of ${routes.length}.`,
    });
  };
  const removed = useRemoved(routes, (before) => {
    const number = before.findIndex((route, at) => !isSameJson(route, routes[at]));
    change(before, { focus: { number, on: '.question-title' }, say: 'It is back.' });
  });
  return (
    <div ref={root} class="questions">
      <ol>
        {routes.map((route, at) => {
          const own = newEntry.place === at ? [] : problemsAt(problems, at);
          const isOpen = opened.value === at || (opened.value === null && isInvalid(own));
          return (
            <RouteCard
              // biome-ignore lint/suspicious/noArrayIndexKey: a route's place is its identity
              key={at}
              settings={settings}
              route={route}
              questions={questions}
              problems={own}
              id={`route-${at}`}
              number={at + 1}
              count={routes.length}
              isOpen={isOpen}
              newEntry={newEntry}
              onToggle={() => {
                opened.value = isOpen ? -1 : at;
              }}
              onChange={(next) => editor.change({ ...model, routes: routes.with(at, next) })}
              onMove={(by) => move(at, by)}
              onRemove={() => {
                const [next, say] = [routes.toSpliced(at, 1), `Route ${at + 1} is removed.`];
                opened.value = -1;
                removed.remember(say, routes, next);
                change(next, { focus: { number: Math.max(0, at - 1), on: '.question-title' }, say });
              }}
            />
          );
        })}
      </ol>
      {removed.note}
      <ProblemTexts problems={problems.filter(({ path }) => path.length === 0)} />
      {comparable.length === 0 ? (
        <p class="hint">
          A route needs an answer to go by. <a href={`#/settings/forms/${editor.form}`}>Add a question to the form</a>{' '}
          first, such as one with choices.
        </p>
      ) : (
        routes.length < maxRoutes && (
          <p class="add-question">
            <button type="button" onClick={add}>
              Add a route
            </button>
          </p>
        )
      )}
      <p role="status" class="visually-hidden">
        {said.value}
      </p>
    </div>
  );
}
