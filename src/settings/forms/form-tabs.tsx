import { useSignal } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { isOfInputMethod } from '../../protocol/input-method.ts';
import type { SettingsState } from '../settings-state.ts';
import { formNameFor } from './names.ts';

type FormTabsProps = {
  settings: SettingsState;
  /** The page of settings, which opens one of them by its address. */
  page: string;
  onOpen: (form: string) => void;
};

/** More of them would push what is edited off the screen. */
const maxTabs = 8;

/** The forms, as links or in a list; one more to add. */
export function FormTabs({ settings, page, onOpen }: FormTabsProps) {
  const isAdding = useSignal(false);
  const forms = settings.forms.value;
  const current = settings.form.value;
  return (
    <div class="form-tabs">
      <nav aria-label="Forms">
        {forms.length > maxTabs ? (
          <label>
            Form to edit
            <select value={current} onChange={({ currentTarget: { value } }) => onOpen(value)}>
              {forms.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        ) : (
          forms.map((name) => (
            <a key={name} href={`#/settings/${page}/${name}`} aria-current={name === current ? 'page' : undefined}>
              {name}
            </a>
          ))
        )}
        <button
          type="button"
          class="quiet"
          aria-expanded={isAdding.value}
          onClick={() => {
            isAdding.value = !isAdding.value;
          }}
        >
          Add a form
        </button>
      </nav>
      {isAdding.value && (
        <NewForm
          forms={forms}
          onAdd={(name) => {
            isAdding.value = false;
            settings.addForm(name);
            onOpen(name);
          }}
        />
      )}
      {settings.removedForms.value.map((name) => (
        <p key={name} class="hint">
          The form “{name}” is removed.{' '}
          <button
            type="button"
            class="quiet reset"
            onClick={() => {
              settings.addForm(name);
              onOpen(name);
            }}
          >
            Bring back {name}
          </button>
        </p>
      ))}
    </div>
  );
}

function NewForm({ forms, onAdd }: { forms: readonly string[]; onAdd: (name: string) => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  const words = useSignal('');
  const problem = useSignal('');
  const name = formNameFor(words.value);
  const add = () => {
    if (name === '') problem.value = 'Fill this in.';
    else if (forms.includes(name)) problem.value = `There is a form “${name}” already.`;
    else onAdd(name);
  };
  return (
    <div class="field">
      <label for={id}>Name of the new form</label>
      <span class="field-row">
        <input
          id={id}
          ref={input}
          placeholder="sales"
          value={words.value}
          aria-invalid={problem.value !== ''}
          aria-describedby={`${id}-about`}
          onInput={({ currentTarget }) => {
            words.value = currentTarget.value;
            problem.value = '';
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isOfInputMethod(event)) return;
            event.preventDefault();
            add();
          }}
        />
        <button type="button" class="small-button" onClick={add}>
          Add
        </button>
      </span>
      <div id={`${id}-about`}>
        {name !== words.value && name !== '' && <p class="hint">Pages will call it “{name}”.</p>}
        <p class="problem" role="alert">
          {problem.value}
        </p>
      </div>
    </div>
  );
}
