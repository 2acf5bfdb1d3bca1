import { useSignal } from '@preact/signals';
import { formName } from '../protocol/identifiers.ts';
import { isOfInputMethod } from '../protocol/input-method.ts';
import type { SettingsState } from './settings-state.ts';

/** Which form is edited; adds and removes forms. */
export function FormChoice({ settings }: { settings: SettingsState }) {
  const forms = settings.forms.value;
  const form = settings.form.value;
  const isLast = forms.length < 2;
  return (
    <div class="form-choice">
      <label class="settings-form">
        Form
        <select value={form} onChange={(event) => settings.chooseForm(event.currentTarget.value)}>
          {forms.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="button" disabled={isLast} onClick={() => settings.removeForm(form)}>
        Remove form {form}
      </button>
      <p class="hint">
        {isLast ? 'It is the only form, so it cannot be removed. ' : ''}A page shows the form that its option{' '}
        <code>form</code> names, else “default”.
      </p>
      <NewForm settings={settings} />
      {settings.removedForms.value.map((name) => (
        <p key={name} class="hint">
          The form “{name}” is removed.{' '}
          <button type="button" class="quiet" onClick={() => settings.addForm(name)}>
            Bring back {name}
          </button>
        </p>
      ))}
    </div>
  );
}

function NewForm({ settings }: { settings: SettingsState }) {
  const name = useSignal('');
  const problem = useSignal('');
  const add = () => {
    problem.value = problemOf(name.peek(), settings.forms.peek());
    if (problem.peek() !== '') return;
    settings.addForm(name.peek());
    name.value = '';
  };
  return (
    <div>
      <label class="settings-form" for="new-form">
        Name of a new form
      </label>
      <span class="field-row">
        <input
          id="new-form"
          value={name.value}
          placeholder="sales"
          aria-invalid={problem.value !== ''}
          aria-describedby="new-form-problem"
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value;
            problem.value = '';
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isOfInputMethod(event)) add();
          }}
        />
        <button type="button" class="small-button" onClick={add}>
          Add form
        </button>
      </span>
      <p id="new-form-problem" class="problem" role="alert">
        {problem.value}
      </p>
    </div>
  );
}

function problemOf(name: string, forms: readonly string[]): string {
  if (name === '') return 'Fill this in.';
  if (!formName.safeParse(name).success) return 'Must be letters, digits, - and _, at most 64.';
  return forms.includes(name) ? `There is a form “${name}” already.` : '';
}
