import { useSignal } from '@preact/signals';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import type { JsonObject } from '../../schema-form/index.ts';
import { useNewEntry } from '../new-entry.tsx';
import type { SettingsState } from '../settings-state.ts';
import { RemovedNote } from '../use-removed.tsx';
import { AddQuestion } from './add-question.tsx';
import type { FormEditor } from './form-editor.ts';
import { FormLanguageContext } from './form-language.ts';
import {
  addQuestion,
  dropQuestion,
  type FormModel,
  joinStep,
  moveQuestion,
  nameOf,
  nameStep,
  positionOf,
  questionsOf,
  removeQuestion,
  restoreQuestion,
  startStep,
} from './form-model.ts';
import { createIdentities } from './identities.ts';
import { isInvalid, ProblemTexts } from './problem-texts.tsx';
import { QuestionCard } from './question-card.tsx';
import { titleOf } from './question-words.ts';
import { StepHeading } from './step-heading.tsx';

type Focus = { id: string; on: 'title' | 'up' | 'down' | 'label' };

/** The questions of a form: to add, to order, to open, in steps or all at once. */
export function QuestionList({ settings, editor }: { settings: SettingsState; editor: FormEditor }) {
  const { language } = useContext(FormLanguageContext);
  const root = useRef<HTMLDivElement>(null);
  const identities = useRef(createIdentities());
  const focus = useRef<Focus | null>(null);
  const openIds = useSignal<readonly string[]>([]);
  const said = useSignal('');
  const removed = useSignal<{ title: string; before: FormModel; at: number } | null>(null);
  const held = useSignal<number | null>(null);
  const over = useSignal<{ at: number; side: 'before' | 'after' } | null>(null);
  const newEntry = useNewEntry(settings);
  const { model } = editor;
  const questions = questionsOf(model);
  const ids = identities.current.of(questions.map(nameOf));

  useLayoutEffect(() => {
    const { current } = focus;
    if (current === null) return;
    focus.current = null;
    const card = root.current?.querySelector(`[id="${current.id}"]`);
    const wanted = current.on === 'label' ? '.question-settings textarea' : `[data-focus="${current.on}"]`;
    const target = card?.querySelector<HTMLElement>(`${wanted}:not(:disabled)`);
    // The button of the same direction ends with the list.
    (target ?? card?.querySelector<HTMLElement>('[data-focus]:not(:disabled):not(.question-title)'))?.focus();
  });
  const withProblems = ids.filter((_, at) => isInvalid(editor.problemsOf(questions[at] ?? {}))).join();
  // Before what searches the page for a problem. It stays open when it is solved.
  useLayoutEffect(() => {
    const opened = withProblems.split(',').filter((id) => id !== '' && !openIds.peek().includes(id));
    if (opened.length > 0) openIds.value = [...openIds.peek(), ...opened];
  }, [withProblems, openIds]);

  const change = (next: FormModel, more: { focus?: Focus; say?: string } = {}) => {
    focus.current = more.focus ?? null;
    said.value = more.say ?? '';
    removed.value = null;
    newEntry.leave();
    editor.change(next);
  };
  const sayPlace = (next: FormModel, question: JsonObject) => {
    const at = questionsOf(next).indexOf(question);
    const { step } = positionOf(next, at);
    const where = next.hasSteps ? `, in step ${step + 1} of ${next.steps.length}` : '';
    return `${titleOf(question, language)} is now question ${at + 1} of ${questions.length}${where}.`;
  };
  const move = (at: number, by: -1 | 1) => {
    const [question, id] = [questions[at], ids[at]];
    if (question === undefined || id === undefined) return;
    const next = moveQuestion(model, at, by);
    change(next, { focus: { id, on: by === -1 ? 'up' : 'down' }, say: sayPlace(next, question) });
  };
  const remove = (at: number) => {
    const title = titleOf(questions[at] ?? {}, language);
    const neighbor = ids[at - 1] ?? ids[at + 1];
    const next = removeQuestion(model, at);
    change(next, {
      ...(neighbor !== undefined && { focus: { id: neighbor, on: 'title' } }),
      say: `${title} is removed.`,
    });
    removed.value = { title, before: model, at };
  };
  const add = (question: JsonObject) => {
    const next = addQuestion(model, question);
    const id = identities.current.of(questionsOf(next).map(nameOf)).at(-1) ?? '';
    openIds.value = [id];
    change(next, { focus: { id, on: 'label' }, say: `Question ${questions.length + 1} is added.` });
    newEntry.add(questions.length);
  };
  const restore = (before: FormModel, at: number) => {
    const next = restoreQuestion(model, before, at);
    const place = questionsOf(next).indexOf(questionsOf(before)[at] ?? {});
    const id = identities.current.of(questionsOf(next).map(nameOf))[place] ?? '';
    change(next, { focus: { id, on: 'title' }, say: 'It is back.' });
  };
  const join = (step: number) => {
    const at = questions.indexOf(model.steps[step]?.questions[0] ?? {});
    const id = ids[at] ?? ids[0];
    change(joinStep(model, step), {
      ...(id !== undefined && { focus: { id, on: 'title' } }),
      say: 'The steps are one now.',
    });
  };
  const gone = removed.value;
  // Discarded changes, or those of somebody else, may have brought it back.
  const isGone =
    gone !== null &&
    !questions.some((question) => nameOf(question) === nameOf(questionsOf(gone.before)[gone.at] ?? {}));
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const [from, to] = [held.peek(), over.peek()];
    const question = from === null ? undefined : questions[from];
    held.value = null;
    over.value = null;
    if (from === null || to === null || question === undefined || from === to.at) return;
    const next = dropQuestion(model, from, to.at, to.side);
    change(next, { say: sayPlace(next, question) });
  };
  const holdOver = (event: DragEvent) => {
    const card = event.target instanceof Element ? event.target.closest('li.question') : null;
    if (held.peek() === null || card === null) return;
    event.preventDefault();
    const { top, height } = card.getBoundingClientRect();
    over.value = { at: ids.indexOf(card.id), side: event.clientY < top + height / 2 ? 'before' : 'after' };
  };
  let at = -1;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a pointer's way; the buttons of each question are the keyboard's
    <div class="questions" ref={root} onDragOver={holdOver} onDrop={drop}>
      {model.steps.map((step, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step's place is its identity
        <section key={number} aria-label={model.hasSteps ? `Step ${number + 1}` : 'Questions'}>
          {model.hasSteps && (
            <StepHeading
              step={step}
              number={number}
              count={model.steps.length}
              problems={editor.stepProblems(number)}
              onName={(title) => editor.change(nameStep(model, number, title))}
              onJoin={() => join(number)}
            />
          )}
          <ol>
            {step.questions.map((question) => {
              at++;
              const place = at;
              const id = ids[place] ?? '';
              const isOpen = openIds.value.includes(id);
              return (
                <QuestionCard
                  key={id}
                  editor={editor}
                  question={question}
                  at={place}
                  id={id}
                  isOpen={isOpen}
                  newEntry={newEntry}
                  dropSide={over.value?.at === place && held.value !== place ? over.value.side : undefined}
                  onToggle={() => {
                    openIds.value = isOpen ? openIds.value.filter((other) => other !== id) : [...openIds.value, id];
                  }}
                  onMove={(by) => move(place, by)}
                  onRemove={() => remove(place)}
                  onStartStep={() =>
                    change(startStep(model, place), { say: 'A new step begins here.', focus: { id, on: 'title' } })
                  }
                  onDragStart={(event) => {
                    held.value = place;
                    // Without data, Firefox starts no drag.
                    event.dataTransfer?.setData('text/plain', nameOf(question));
                    const card = event.currentTarget instanceof Element ? event.currentTarget.closest('li') : null;
                    if (card !== null) event.dataTransfer?.setDragImage(card, 12, 12);
                  }}
                  onDragEnd={() => {
                    held.value = null;
                    over.value = null;
                  }}
                />
              );
            })}
          </ol>
        </section>
      ))}
      <ProblemTexts problems={editor.otherProblems} />
      <AddQuestion questions={questions} onAdd={add} />
      <p role="status" class="visually-hidden">
        {said.value}
      </p>
      {gone !== null && isGone && (
        <RemovedNote words={`${gone.title} is removed.`} onUndo={() => restore(gone.before, gone.at)} />
      )}
    </div>
  );
}
