import type { ComponentChildren } from 'preact';
import type { FunnelRow } from '../protocol/admin/funnel.ts';
import type { FunnelStage, LeadStage } from '../protocol/proxy/funnel.ts';
import type { AdminState, ShownNumber } from './admin-state.ts';
import { Before } from './before.tsx';
import { formatNumber, formatShare, stageNames } from './format.ts';
import type { LeadScope } from './lead-list-state.ts';
import { NumberButton } from './number-button.tsx';
import { rateOf } from './rates.ts';

export type ConversionTableProps = {
  state: AdminState;
  title: string;
  /** What the rows are. */
  nameTitle: string;
  rows: readonly FunnelRow[];
  /** The rows of the span before, if they are known. */
  before: readonly FunnelRow[] | undefined;
  goal: FunnelStage;
  nameOf: (row: FunnelRow) => string;
  /** Opens the list of the leads of a row. */
  onShow: (row: FunnelRow, scope: LeadScope, number: ShownNumber) => void;
  /** Opens the list of the answered calls of a row. */
  onShowAnswered: (row: FunnelRow, number: ShownNumber) => void;
  /** Whether the leads and calls of a row can be listed. */
  canShow: (row: FunnelRow) => boolean;
  /** Absent for those who may not download. */
  onDownload: (() => void) | undefined;
  /** What the numbers say so far. */
  note?: string;
  /** Buttons below the note. */
  actions?: ComponentChildren;
};

/** Visitors and leads by page, variant or form, with the rate of the goal and the range in which the true one lies. */
export function ConversionTable(props: ConversionTableProps) {
  const {
    state,
    title,
    nameTitle,
    rows,
    before,
    goal,
    nameOf,
    onShow,
    onShowAnswered,
    canShow,
    onDownload,
    note,
    actions,
  } = props;
  const countOf = (row: FunnelRow, stage: LeadStage, label: string, show: (number: ShownNumber) => void) => {
    const number = { name: `${title}, ${nameOf(row)}, ${label}`, count: row.leads[stage] };
    return (
      <>
        {canShow(row) ? (
          <NumberButton state={state} number={number} label={`${nameOf(row)}, ${label}`} onShow={() => show(number)} />
        ) : (
          formatNumber(number.count)
        )}
        <Before count={before && (earlier(row)?.leads[stage] ?? 0)} />
      </>
    );
  };
  const earlier = (row: FunnelRow) =>
    before?.find(({ name, experiment }) => name === row.name && experiment === row.experiment);
  const visitCell = (row: FunnelRow, stage: FunnelStage, title: string) => (
    <td data-title={title}>
      {formatNumber(row.visits[stage])}
      <Before count={before && (earlier(row)?.visits[stage] ?? 0)} />
    </td>
  );
  const widest = Math.max(0.01, ...rows.map(({ visits }) => rateOf(visits[goal], visits.opened)?.high ?? 0));
  return (
    <TableCard title={title} note={note} actions={actions} onDownload={onDownload}>
      <thead>
        <tr>
          <th scope="col">{nameTitle}</th>
          <th scope="col">{titles.opened}</th>
          <th scope="col">{stageNames[goal]}</th>
          <th scope="col">{titles.rate}</th>
          {goal === 'accepted' && <th scope="col">{titles.started}</th>}
          {goal === 'accepted' && <th scope="col">{titles.sent}</th>}
          {leadStages.map((stage) => (
            <th key={stage} scope="col">
              {titles[stage]}
            </th>
          ))}
          <th scope="col">{titles.answered}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">
              {nameOf(row)} {row.text !== undefined && <span class="muted variant-text">“{row.text}”</span>}
            </th>
            {visitCell(row, 'opened', titles.opened)}
            {visitCell(row, goal, stageNames[goal])}
            <td data-title={titles.rate} class="rate">
              <RateCell row={row} before={earlier(row)} goal={goal} widest={widest} />
            </td>
            {goal === 'accepted' && visitCell(row, 'form-started', titles.started)}
            {goal === 'accepted' && visitCell(row, 'form-sent', titles.sent)}
            {leadStages.map((stage) => (
              <td key={stage} data-title={titles[stage]}>
                {countOf(row, stage, stage, (number) =>
                  onShow(row, stage === 'accepted' ? {} : { state: stage }, number),
                )}
              </td>
            ))}
            <td data-title={titles.answered}>
              {countOf(row, 'call-answered', 'calls answered', (number) => onShowAnswered(row, number))}
            </td>
          </tr>
        ))}
      </tbody>
    </TableCard>
  );
}

const leadStages = ['accepted', 'held', 'delivered'] as const;

/** They head the columns, and each number where a row is a list. */
const titles = {
  opened: 'Opened',
  rate: 'Rate (likely range)',
  started: 'Started form',
  sent: 'Sent form',
  accepted: 'Leads stored',
  held: 'Suspected spam',
  delivered: 'Sent',
  answered: 'Calls answered',
} as const;

type RateCellProps = { row: FunnelRow; before: FunnelRow | undefined; goal: FunnelStage; widest: number };

function RateCell({ row, before, goal, widest }: RateCellProps) {
  const rate = rateOf(row.visits[goal], row.visits.opened);
  const earlier = before && rateOf(before.visits[goal], before.visits.opened);
  if (rate === undefined) return <>–</>;
  return (
    <>
      {formatShare(rate.share)}{' '}
      <span class="muted">
        ({formatShare(rate.low)} to {formatShare(rate.high)})
      </span>
      {/* The same as a picture, on one scale for all rows: ranges that do not overlap differ. */}
      <svg class="interval" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect
          class="range"
          x={(rate.low / widest) * 100}
          y="1"
          width={((rate.high - rate.low) / widest) * 100}
          height="2"
        />
        <rect class="share" x={(rate.share / widest) * 99} y="0" width="1" height="4" />
      </svg>
      {earlier !== undefined && <span class="before">{formatShare(earlier.share)} before</span>}
    </>
  );
}

type TableCardProps = {
  title: string;
  /** What the numbers say, above them. */
  note?: string | undefined;
  actions?: ComponentChildren;
  /** What they mean, below them. */
  explanation?: string;
  /** Absent for those who may not download. */
  onDownload: (() => void) | undefined;
  children: ComponentChildren;
};

/** A table that scrolls where the screen is too narrow for it, also by the keyboard. On a phone each row is a list instead. */
export function TableCard({ title, note, actions, explanation, onDownload, children }: TableCardProps) {
  return (
    <section class="card table-card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {onDownload !== undefined && (
          <button type="button" class="quiet" aria-label={`Download CSV: ${title}`} onClick={onDownload}>
            CSV
          </button>
        )}
      </header>
      {note !== undefined && <p>{note}</p>}
      {actions}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls needs the keyboard */}
      <section class="scroll" aria-label={`Table: ${title}`} tabIndex={0}>
        <table>{children}</table>
      </section>
      {explanation !== undefined && <p class="meta">{explanation}</p>}
    </section>
  );
}
