import { useContext } from 'preact/hooks';
import type { JsonObject } from '../../schema-form/index.ts';
import { objectOf } from '../json-value.ts';
import type { NewEntry } from '../new-entry.tsx';
import { EntryCard } from './entry-card.tsx';
import type { FormEditor } from './form-editor.ts';
import { FormLanguageContext } from './form-language.ts';
import { canMove, nameOf, positionOf, questionsOf } from './form-model.ts';
import { isInvalid } from './problem-texts.tsx';
import { QuestionSettings } from './question-settings.tsx';
import { answerWords, kindWords, titleOf } from './question-words.ts';

type QuestionCardProps = {
  editor: FormEditor;
  question: JsonObject;
  /** Its place among all questions. */
  at: number;
  id: string;
  isOpen: boolean;
  newEntry: NewEntry;
  /** Where something is held that would be dropped. */
  dropSide: 'before' | 'after' | undefined;
  onToggle: () => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  onStartStep: () => void;
  onDragStart: (event: DragEvent) => void;
  onDragEnd: () => void;
};

/** A question in a line, and below it its settings if it is open. */
export function QuestionCard(props: QuestionCardProps) {
  const { editor, question, at, id, isOpen, newEntry, dropSide } = props;
  const { onToggle, onMove, onRemove, onStartStep } = props;
  const { model } = editor;
  const { language } = useContext(FormLanguageContext);
  const title = titleOf(question, language);
  const isPhone = nameOf(question) === 'phone';
  return (
    <EntryCard
      id={id}
      title={title}
      dropSide={dropSide}
      handle={
        <span
          class="drag-handle"
          aria-hidden="true"
          draggable
          onDragStart={props.onDragStart}
          onDragEnd={props.onDragEnd}
        >
          ⠿
        </span>
      }
      line={
        <>
          <strong>{title}</strong>
          <span class="hint">
            {kindWords(question)}
            {(isPhone || question.required === true) && ' · must be answered'}
          </span>
          <ConditionWords question={question} all={questionsOf(model)} language={language} />
        </>
      }
      hasProblem={isInvalid(editor.problemsOf(question))}
      isOpen={isOpen}
      newEntry={newEntry}
      at={at}
      canMove={(by) => canMove(model, at, by)}
      onToggle={onToggle}
      onMove={onMove}
    >
      <QuestionSettings editor={editor} at={at} question={question} />
      <div class="item-buttons">
        {positionOf(model, at).index > 0 && (
          <button type="button" class="small-button" onClick={onStartStep}>
            Start a new step here<span class="visually-hidden"> with {title}</span>
          </button>
        )}
        {!isPhone && (
          <button type="button" class="small-button danger" onClick={onRemove}>
            Remove question<span class="visually-hidden"> {title}</span>
          </button>
        )}
      </div>
    </EntryCard>
  );
}

type ConditionWordsProps = { question: JsonObject; all: readonly JsonObject[]; language: string };

/** The condition as a sentence. */
function ConditionWords({ question, all, language }: ConditionWordsProps) {
  if (question.showIf === undefined) return null;
  const { field, is } = objectOf(question.showIf);
  const other = all.find((candidate) => nameOf(candidate) === field);
  const words = answerWords(is, other, language);
  return (
    <span class="condition-words">
      Show only if <em>{other === undefined ? String(field) : titleOf(other, language)}</em> is <em>{words}</em>
    </span>
  );
}
