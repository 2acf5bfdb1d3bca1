import type { FunnelField, FunnelStep } from '../protocol/index.ts';
import { type ConversionTableProps, TableCard } from './conversion-table.tsx';
import { formatNumber } from './format.ts';
import { labelOf } from './lead-fields.ts';

/** The fields that visitors stop at, and those whose values are refused. */
export function FieldTable({
  fields,
  onDownload,
}: { fields: readonly FunnelField[] } & Pick<ConversionTableProps, 'onDownload'>) {
  if (fields.length === 0) return null;
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
          {hasSeveralForms && <th scope="col">Form</th>}
          <th scope="col">Stopped here</th>
          <th scope="col">Had to correct it</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ form, name, stopped, problems }) => (
          <tr key={`${form} ${name}`}>
            <th scope="row">{labelOf(name)}</th>
            {hasSeveralForms && <td>{form}</td>}
            <td>{formatNumber(stopped)}</td>
            <td>{formatNumber(problems)}</td>
          </tr>
        ))}
      </tbody>
    </TableCard>
  );
}

/** The steps of forms that visitors stop at. */
export function StepTable({
  steps,
  onDownload,
}: { steps: readonly FunnelStep[] } & Pick<ConversionTableProps, 'onDownload'>) {
  if (steps.length === 0) return null;
  return (
    <TableCard
      title="Steps where visitors stop"
      explanation="Stopped here: visitors who saw this step of the form last, and did not send it."
      onDownload={onDownload}
    >
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Form</th>
          <th scope="col">Seen last</th>
          <th scope="col">Stopped here</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ form, step, last, stopped }) => (
          <tr key={`${form} ${step}`}>
            <th scope="row">{step}</th>
            <td>{form}</td>
            <td>{formatNumber(last)}</td>
            <td>{formatNumber(stopped)}</td>
          </tr>
        ))}
      </tbody>
    </TableCard>
  );
}
