import { useContext, useId } from 'preact/hooks';
import {
  hasKey,
  type Json,
  type JsonObject,
  type KindSetting,
  kindOf,
  problemsAt,
  questionKinds,
  withProperty,
} from '../../schema-form/index.ts';
import { ChoicesEditor } from './choices-editor.tsx';
import { ConditionEditor } from './condition-editor.tsx';
import type { FormEditor } from './form-editor.ts';
import { FormLanguageContext } from './form-language.ts';
import { changeQuestion, isKnown, nameOf, questionsOf, renameChoice, typeOf, withType } from './form-model.ts';
import { NameField } from './name-field.tsx';
import { nameFor } from './names.ts';
import { ProblemTexts } from './problem-texts.tsx';
import { textOf, titleOf } from './question-words.ts';
import { RangeFields } from './range-fields.tsx';
import { LocalizedField, NumberField, PlainField } from './text-field.tsx';

type QuestionSettingsProps = { editor: FormEditor; at: number; question: JsonObject };

/** What can be set for a question of its kind, and nothing else. */
export function QuestionSettings({ editor, at, question }: QuestionSettingsProps) {
  const { mainLanguage } = useContext(FormLanguageContext);
  const { model } = editor;
  const [name, type] = [nameOf(question), typeOf(question)];
  const questions = questionsOf(model);
  const otherNames = questions.filter((_, index) => index !== at).map(nameOf);
  const problems = editor.problemsOf(question);
  const change = (next: JsonObject) => editor.change(changeQuestion(model, at, next));
  const set = (key: string, value: Json | undefined) => change(withProperty(question, key, value));
  const setLabel = (label: Json | undefined) => {
    const { label: before } = question;
    const next = withProperty(question, 'label', label);
    // The name of a new question is its label, until somebody writes another one.
    const nameOfLabel = (value: Json | undefined) => nameFor(textOf(value, mainLanguage), { type, others: otherNames });
    const isFollowing = !isKnown(name) && !editor.isSavedName(name) && name === nameOfLabel(before);
    change(isFollowing ? { ...next, name: nameOfLabel(label) } : next);
  };
  const has = (setting: KindSetting) => kindOf(type)?.settings.includes(setting) ?? false;
  const isHidden = type === 'hidden';
  const problemsOf = (key: string) => problemsAt(problems, key);
  // What the file sets besides may be wrong, too.
  const isShown = (key: string) => hasKey(type, key) && !(name === 'phone' && key === 'showIf');
  return (
    <div class="question-settings">
      <LocalizedField
        label={isHidden ? 'What it is' : 'Question'}
        placeholder={name === 'phone' || isKnown(name) ? titleOf(question, 'en') : ''}
        hint={isKnown(name) ? 'Empty: our words, in the visitor’s language.' : undefined}
        value={question.label}
        problems={problemsOf('label')}
        onChange={setLabel}
      />
      {!isKnown(name) && (
        <KindField type={type} problems={problemsOf('type')} onChange={(next) => change(withType(question, next))} />
      )}
      {isKnown(name) && <ProblemTexts problems={problemsOf('type')} />}
      {has('options') && (
        <ChoicesEditor
          question={question}
          problems={problemsOf('options')}
          isSaved={(value) => editor.isSavedChoice(name, value)}
          onChange={(options, renamed) => {
            const next = changeQuestion(model, at, { ...question, options: [...options] });
            editor.change(renamed === undefined ? next : renameChoice(next, name, renamed.from, renamed.to));
          }}
        />
      )}
      {has('choiceCount') && (
        <div class="field-pair">
          {(['minChoices', 'maxChoices'] as const).map((key) => (
            <NumberField
              key={key}
              label={key === 'minChoices' ? 'At least' : 'At most'}
              placeholder={key === 'minChoices' ? '1' : 'all'}
              value={question[key]}
              problems={problemsOf(key)}
              onChange={(value) => set(key, value)}
            />
          ))}
        </div>
      )}
      {has('range') && <RangeFields question={question} problems={problems} onChange={set} />}
      {has('step') && (
        <NumberField
          label="In steps of"
          hint="1 for whole numbers."
          placeholder="any number"
          value={question.step}
          problems={problemsOf('step')}
          onChange={(value) => set('step', value)}
        />
      )}
      {has('value') && (
        <PlainField
          label="Value"
          hint="Every lead of this form gets it."
          value={question.value}
          problems={problemsOf('value')}
          onChange={(value) => set('value', value)}
        />
      )}
      {name === 'phone' ? (
        <p class="hint">Every lead has a phone number, so it is always asked.</p>
      ) : (
        !isHidden && (
          <label class="choice">
            <input
              type="checkbox"
              checked={question.required === true}
              onChange={({ currentTarget }) => set('required', currentTarget.checked)}
            />
            {type === 'checkbox' ? 'Must be ticked' : 'Must be answered'}
          </label>
        )
      )}
      {name !== 'phone' && (
        <ConditionEditor
          condition={question.showIf}
          earlier={questions.slice(0, at)}
          all={questions}
          problems={problemsOf('showIf')}
          onChange={(condition) => set('showIf', condition)}
        />
      )}
      <MoreSettings editor={editor} question={question} set={set} has={has} />
      <ProblemTexts problems={problems.filter(({ path: [key = ''] }) => !isShown(key))} />
    </div>
  );
}

type KindFieldProps = {
  type: string;
  problems: Parameters<typeof ProblemTexts>[0]['problems'];
  onChange: (type: string) => void;
};

function KindField({ type, problems, onChange }: KindFieldProps) {
  const id = useId();
  return (
    <div class="task-field field">
      <label for={id}>Kind of answer</label>
      <select id={id} value={type} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {questionKinds.map((kind) => (
          <option key={kind.type} value={kind.type}>
            {kind.words}
          </option>
        ))}
      </select>
      <ProblemTexts problems={problems} />
    </div>
  );
}

type MoreSettingsProps = {
  editor: FormEditor;
  question: JsonObject;
  set: (key: string, value: Json | undefined) => void;
  has: (setting: KindSetting) => boolean;
};

/** What is seldom needed. It is open if something there is wrong. */
function MoreSettings({ editor, question, set, has }: MoreSettingsProps) {
  const name = nameOf(question);
  const problems = editor.problemsOf(question);
  const hasProblem = problems.some(({ path: [key = ''] }) =>
    ['name', 'placeholder', 'maxLength', 'pattern'].includes(key),
  );
  return (
    <details class="more" open={hasProblem}>
      <summary>More</summary>
      {has('placeholder') && (
        <LocalizedField
          label="Example in the empty field"
          value={question.placeholder}
          problems={problemsAt(problems, 'placeholder')}
          onChange={(value) => set('placeholder', value)}
        />
      )}
      {has('maxLength') && (
        <NumberField
          label="Longest answer"
          hint="In characters."
          placeholder={typeOf(question) === 'textarea' || typeOf(question) === 'hidden' ? '2000' : '200'}
          value={question.maxLength}
          problems={problemsAt(problems, 'maxLength')}
          onChange={(value) => set('maxLength', value)}
        />
      )}
      {has('pattern') && (
        <PlainField
          label="Pattern"
          hint="A regular expression that the whole answer must match, such as [0-9]{5} for a postal code."
          value={question.pattern}
          problems={problemsAt(problems, 'pattern')}
          onChange={(value) => set('pattern', value)}
        />
      )}
      {!isKnown(name) && (
        <NameField
          name={name}
          others={questionsOf(editor.model)
            .filter((other) => other !== question)
            .map(nameOf)}
          problems={problemsAt(problems, 'name')}
          onChange={(value) => set('name', value)}
        />
      )}
    </details>
  );
}
