import { useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { formAdvice, formOptions, optionAdvice } from '../../schema-form/index.ts';
import { FormChoice } from '../form-choice.tsx';
import type { PageProps } from '../page-props.ts';
import { appliedValues } from '../setting.ts';
import { SettingControl } from '../setting-control.tsx';
import type { SettingsPart } from '../settings-state.ts';

/** Every option that may be set here, as the form that is generated from the schema. */
export function AllOptionsPage({ settings, groups, formNotes }: PageProps) {
  const formKeys = useMemo(() => formOptions(formNotes), [formNotes]);
  const form = settings.form.value;
  const formPart = useMemo(() => ({ form }), [form]);
  const advice = useComputed(() => optionAdvice(appliedValues(settings, wholeWidget)));
  const adviceOnForm = useComputed(() => formAdvice(appliedValues(settings, { form: settings.form.value })));
  const issues = settings.newEntry.problems.value;
  const hasProblem = (paths: readonly string[]) =>
    issues.some(({ path }) => paths.some((start) => path === start || path.startsWith(`${start}.`)));
  return (
    <form aria-label="Settings of the widget" onSubmit={(event) => event.preventDefault()}>
      {groups.map(({ heading, options }, index) => (
        <Group
          key={heading}
          heading={heading}
          isOpen={index === 0}
          hasProblem={hasProblem(options.map(({ name }) => `widget.${name}`))}
        >
          {options.map((option) =>
            option.formKey === undefined ? (
              <SettingControl
                key={option.name}
                settings={settings}
                option={option}
                part={wholeWidget}
                advice={advice}
              />
            ) : (
              <FormPointer key={option.name} name={option.name} formKey={option.formKey} />
            ),
          )}
        </Group>
      ))}
      <Group heading="Form" isOpen={false} hasProblem={hasProblem([`forms.${form}`])}>
        <FormChoice settings={settings} />
        {formKeys.map((option) => (
          <SettingControl
            key={`${form} ${option.name}`}
            settings={settings}
            option={option}
            part={formPart}
            advice={adviceOnForm}
          />
        ))}
      </Group>
    </form>
  );
}

/** Shown instead of an option that only pages without a proxy need. */
function FormPointer({ name, formKey }: { name: string; formKey: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need controls
    <div class="setting" role="group" aria-label={name}>
      <p class="description">
        <code>{name}</code> is for pages without a proxy. With one, set <code>{formKey}</code> under “Form”.
      </p>
    </div>
  );
}

const wholeWidget: SettingsPart = {};

type GroupProps = { heading: string; isOpen: boolean; hasProblem: boolean; children: ComponentChildren };

/** Its controls, of which there are many, are there as long as it is open. */
function Group({ heading, isOpen, hasProblem, children }: GroupProps) {
  const isOpened = useSignal(isOpen);
  const open = isOpened.value || hasProblem;
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => {
        isOpened.value = currentTarget.open;
      }}
    >
      <summary>{heading}</summary>
      {open && children}
    </details>
  );
}
