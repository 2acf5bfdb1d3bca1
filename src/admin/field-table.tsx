import type { FunnelField, FunnelStep } from '../protocol/admin/funnel.ts';
import { Before } from './before.tsx';
import { type ConversionTableProps, TableCard } from './conversion-table.tsx';
import { formatNumber } from './format.ts';
import { labelOf } from './lead-fields.ts';

/** `before`: those of the span before, if they are known. */
type FieldTableProps = { fields: readonly FunnelField[]; before: readonly FunnelField[] | undefined } & Download;
type StepTableProps = { steps: readonly FunnelStep[]; before: readonly FunnelStep[] | undefined } & Download;
type Download = Pick<ConversionTableProps, 'onDownload'>;

const formTitle = 'Form';

/** The fields that visitors stop at, and those whose values are refused. */
export function FieldTable({ fields, before, onDownload }: FieldTableProps) {
  if (fields.length === 0) return null;
  const earlier = ({ form, name }: FunnelField) => before?.find((old) => old.form === form && old.name === name);
  const hasSeveralForms = new Set(fields.map(({ form }) => form)).size > 1;
  return (
    <TableCard
      title="Fields where visitors stop"
      explanation="Stopped here: visitors who typed into this field last, and did not send the form. Had to correct it: visitors whose value the form did not accept."
      onDownload={onDownload}
    >
      <thead>
        <tr>
          <th scope="col">Field</th>
          {hasSeveralForms && (
            <th scope="col" class="in-words">
              {formTitle}
            </th>
          )}
          <th scope="col">{fieldTitles.stopped}</th>
          <th scope="col">{fieldTitles.problems}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={`${field.form} ${field.name}`}>
            <th scope="row">{labelOf(field.name)}</th>
            {hasSeveralForms && (
              <td class="in-words" data-title={formTitle}>
                {field.form}
              </td>
            )}
            {(['stopped', 'problems'] as const).map((count) => (
              <td key={count} data-title={fieldTitles[count]}>
                {formatNumber(field[count])}
                <Before count={before && (earlier(field)?.[count] ?? 0)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableCard>
  );
}

const fieldTitles = { stopped: 'Stopped here', problems: 'Had to correct it' } as const;

/** The steps of forms that visitors stop at. */
export function StepTable({ steps, before, onDownload }: StepTableProps) {
  if (steps.length === 0) return null;
  const earlier = ({ form, step }: FunnelStep) => before?.find((old) => old.form === form && old.step === step);
  return (
    <TableCard
      title="Steps where visitors stop"
      explanation="Stopped here: visitors who saw this step of the form last, and did not send it."
      onDownload={onDownload}
    >
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col" class="in-words">
            {formTitle}
          </th>
          <th scope="col">{stepTitles.last}</th>
          <th scope="col">{stepTitles.stopped}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={`${step.form} ${step.step}`}>
            <th scope="row">{step.step}</th>
            <td class="in-words" data-title={formTitle}>
              {step.form}
            </td>
            {(['last', 'stopped'] as const).map((count) => (
              <td key={count} data-title={stepTitles[count]}>
                {formatNumber(step[count])}
                <Before count={before && (earlier(step)?.[count] ?? 0)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableCard>
  );
}

const stepTitles = { last: 'Seen last', stopped: 'Stopped here' } as const;
