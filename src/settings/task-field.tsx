import { useId } from 'preact/hooks';
import { type Json, type Option, PictureFile, type Problem, settingWords } from '../schema-form/index.ts';
import { sentenceOf } from './sentence.ts';
import { adviceOf, type Setting } from './setting.ts';
import { ResetButton } from './setting-control.tsx';
import type { SettingsState } from './settings-state.ts';
import { useSetting } from './use-setting.ts';
import { useStable } from './use-stable.ts';

type TaskFieldProps = {
  settings: SettingsState;
  /** Undefined if this version has none. Its words are those of the page, its kind and default those of the schema. */
  option: Option | undefined;
  /** Values to choose from, if the schema allows others too. */
  choices?: readonly (readonly [value: string, words: string])[];
};

/** One option in a marketer's words. */
export function TaskField({ settings, option, choices }: TaskFieldProps) {
  return option && <KnownField settings={settings} option={option} {...(choices && { choices })} />;
}

function KnownField({ settings, option, choices }: TaskFieldProps & { option: Option }) {
  const { name } = option;
  const setting = useSetting(settings, {}, name);
  const advice = useStable(() => adviceOf(settings, {}, name), [settings, name]);
  return (
    <OptionField
      option={option}
      setting={setting}
      advice={advice}
      preset={option.schema.default ?? settingWords[option.name]?.usual}
      {...(choices && { choices })}
    />
  );
}

type OptionFieldProps = Pick<TaskFieldProps, 'choices'> & {
  option: Option;
  setting: Setting;
  advice?: readonly Problem[];
  /** What applies without a value. Undefined: that of another place. */
  preset?: Json | undefined;
};

/** The control of an option whose value may also be a part of another setting. */
export function OptionField({ option, setting, advice = [], preset, choices }: OptionFieldProps) {
  const id = useId();
  const { name, schema } = option;
  const { label = name, hint, choices: choiceWords = {} } = settingWords[name] ?? {};
  const { value, isSaved, isInFile, problems, set, reset } = setting;
  const described = { 'aria-describedby': `${id}-about`, 'aria-invalid': problems.length > 0 };
  const about = (
    <div id={`${id}-about`}>
      {hint !== undefined && <p class="hint">{hint}</p>}
      {problems.map(({ message }) => (
        <p key={message} class="problem" role="alert">
          {sentenceOf(message)}
        </p>
      ))}
      {advice.map(({ message }) => (
        <p key={message} class="advice" role="status">
          {sentenceOf(message)}
        </p>
      ))}
    </div>
  );
  const back = isSaved && <ResetButton name={label} isInFile={isInFile} onClick={reset} />;
  if (schema.enum !== undefined) {
    const chosen = value ?? preset;
    return (
      <fieldset class="task-field" aria-describedby={`${id}-about`}>
        <legend>{label}</legend>
        {schema.enum.map((choice) => (
          <label key={choice} class="choice">
            <input
              type="radio"
              name={`${id}-${name}`}
              checked={chosen === choice}
              onChange={() => set(choice === preset && !isInFile ? undefined : choice)}
            />
            {choiceWords[choice] ?? choice}
          </label>
        ))}
        {about}
        {back}
      </fieldset>
    );
  }
  if (schema.type === 'boolean') {
    return (
      <div class="task-field">
        <label class="choice">
          <input
            type="checkbox"
            checked={(value ?? preset) === true}
            {...described}
            onChange={({ currentTarget: { checked } }) => set(checked === preset && !isInFile ? undefined : checked)}
          />
          {label}
        </label>
        {about}
        {back}
      </div>
    );
  }
  const isNumber = (schema.anyOf?.[0] ?? schema).type === 'number';
  return (
    <div class="task-field">
      <label for={id}>{label}</label>
      {choices === undefined ? (
        <input
          id={id}
          inputMode={isNumber ? 'numeric' : 'text'}
          value={typeof value === 'string' || typeof value === 'number' ? value : ''}
          placeholder={schema.default === undefined ? '' : String(schema.default)}
          {...described}
          onInput={({ currentTarget: { value: text } }) => {
            const number = Number(text);
            // What is no number yet stays as it is typed: the schema says what it should be.
            set(text === '' ? undefined : isNumber && !Number.isNaN(number) ? number : text);
          }}
        />
      ) : (
        <select
          id={id}
          value={typeof value === 'string' ? value : ''}
          {...described}
          onChange={({ currentTarget }) => set(currentTarget.value === '' ? undefined : currentTarget.value)}
        >
          {choices.map(([choice, words]) => (
            <option key={choice} value={choice}>
              {words}
            </option>
          ))}
        </select>
      )}
      {schema.isPicture && <PictureFile address={typeof value === 'string' ? value : ''} onAddress={set} />}
      {about}
      {back}
    </div>
  );
}
