import type { FunnelField } from '../protocol/index.ts';
import { TableCard } from './conversion-table.tsx';
import { formatNumber } from './format.ts';

/** The fields that visitors stop at, and those whose values are refused. */
export function FieldTable({ fields, onDownload }: { fields: readonly FunnelField[]; onDownload: () => void }) {
  if (fields.length === 0) return null;
  const hasSeveralForms = new Set(fields.map(({ form }) => form)).size > 1;
  return (
    <TableCard title="Fields where visitors stop" onDownload={onDownload}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          {hasSeveralForms && <th scope="col">Form</th>}
          <th scope="col">Typed into last, not sent</th>
          <th scope="col">Value refused</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ form, name, stopped, problems }) => (
          <tr key={`${form} ${name}`}>
            <th scope="row">{name}</th>
            {hasSeveralForms && <td>{form}</td>}
            <td>{formatNumber(stopped)}</td>
            <td>{formatNumber(problems)}</td>
          </tr>
        ))}
      </tbody>
    </TableCard>
  );
}
