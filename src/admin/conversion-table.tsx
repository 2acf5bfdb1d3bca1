import type { ComponentChildren } from 'preact';
import type { FunnelRow, FunnelStage } from '../protocol/index.ts';
import { formatNumber, formatShare, stageNames } from './format.ts';
import type { LeadScope } from './lead-list-state.ts';
import { rateOf } from './rates.ts';

export type ConversionTableProps = {
  title: string;
  /** What the rows are. */
  nameTitle: string;
  rows: readonly FunnelRow[];
  goal: FunnelStage;
  nameOf: (row: FunnelRow) => string;
  /** Opens the list of the leads of a row. */
  onShow: (row: FunnelRow, scope: LeadScope) => void;
  /** Opens the list of the answered calls of a row. */
  onShowAnswered: (row: FunnelRow) => void;
  /** Whether the leads and calls of a row can be listed. */
  canShow: (row: FunnelRow) => boolean;
  onDownload: () => void;
  /** What the numbers say so far. */
  note?: string;
};

/** Visitors and leads by page, variant or form, with the rate of the goal and the range in which the true one lies. */
export function ConversionTable(props: ConversionTableProps) {
  const { title, nameTitle, rows, goal, nameOf, onShow, onShowAnswered, canShow, onDownload, note } = props;
  return (
    <TableCard title={title} note={note} onDownload={onDownload}>
      <thead>
        <tr>
          <th scope="col">{nameTitle}</th>
          <th scope="col">Opened</th>
          <th scope="col">{stageNames[goal]}</th>
          <th scope="col">Rate (95 % range)</th>
          {goal === 'accepted' && <th scope="col">Started form</th>}
          {goal === 'accepted' && <th scope="col">Sent form</th>}
          <th scope="col">Leads</th>
          <th scope="col">Held</th>
          <th scope="col">Delivered</th>
          <th scope="col">Calls answered</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{nameOf(row)}</th>
            <td>{formatNumber(row.visits.opened)}</td>
            <td>{formatNumber(row.visits[goal])}</td>
            <td>
              <RateCell row={row} goal={goal} />
            </td>
            {goal === 'accepted' && <td>{formatNumber(row.visits['form-started'])}</td>}
            {goal === 'accepted' && <td>{formatNumber(row.visits['form-sent'])}</td>}
            {(['accepted', 'held', 'delivered'] as const).map((stage) => (
              <td key={stage}>
                <Count
                  name={`${nameOf(row)}, ${stage}`}
                  count={row.leads[stage]}
                  canShow={canShow(row)}
                  onShow={() => onShow(row, stage === 'accepted' ? {} : { state: stage })}
                />
              </td>
            ))}
            <td>
              <Count
                name={`${nameOf(row)}, calls answered`}
                count={row.leads['call-answered']}
                canShow={canShow(row)}
                onShow={() => onShowAnswered(row)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </TableCard>
  );
}

type CountProps = { name: string; count: number; canShow: boolean; onShow: () => void };

/** A number that opens its list. */
function Count({ name, count, canShow, onShow }: CountProps) {
  if (!canShow || count === 0) return <>{formatNumber(count)}</>;
  return (
    <button type="button" class="number" aria-label={`${name}: ${count}, show them`} onClick={onShow}>
      {formatNumber(count)}
    </button>
  );
}

function RateCell({ row, goal }: { row: FunnelRow; goal: FunnelStage }) {
  const rate = rateOf(row.visits[goal], row.visits.opened);
  if (rate === undefined) return <>–</>;
  return (
    <>
      {formatShare(rate.share)}{' '}
      <span class="muted">
        ({formatShare(rate.low)} to {formatShare(rate.high)})
      </span>
    </>
  );
}

type TableCardProps = { title: string; note?: string | undefined; onDownload: () => void; children: ComponentChildren };

/** A table that scrolls where the screen is too narrow for it, also by the keyboard. */
export function TableCard({ title, note, onDownload, children }: TableCardProps) {
  return (
    <section class="card table-card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <button type="button" class="quiet" aria-label={`Download CSV: ${title}`} onClick={onDownload}>
          CSV
        </button>
      </header>
      {note !== undefined && <p>{note}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls needs the keyboard */}
      <section class="scroll" aria-label={`Table: ${title}`} tabIndex={0}>
        <table>{children}</table>
      </section>
    </section>
  );
}
