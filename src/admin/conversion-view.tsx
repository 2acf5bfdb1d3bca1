import type { ComponentChildren } from 'preact';
import type { FunnelCounts, FunnelRow } from '../protocol/admin/funnel.ts';
import { type FunnelStage, funnelStages, type LeadStage } from '../protocol/proxy/funnel.ts';
import { dayOf } from '../settings/index.ts';
import type { AdminState, ShownNumber } from './admin-state.ts';
import { BarChart } from './bar-chart.tsx';
import { Before } from './before.tsx';
import type { CallScope } from './call-list-state.ts';
import { ConversionFilters } from './conversion-filters.tsx';
import { ConversionTable } from './conversion-table.tsx';
import { Experiments } from './experiments.tsx';
import { FieldTable, StepTable } from './field-table.tsx';
import { formatDay, formatNumber, formatShare, formatSpan, stageNames } from './format.ts';
import { type FunnelView, isUnused } from './funnel-state.ts';
import type { LeadScope } from './lead-list-state.ts';
import { NumberButton } from './number-button.tsx';
import { Ratings } from './ratings.tsx';

/** How many visitors the chat turns into leads, and where the others stop. */
export function ConversionView({ state }: { state: AdminState }) {
  return (
    <section class="conversion" aria-label="Conversion">
      <ConversionFilters state={state} />
      <Content state={state} view={state.funnel.view.value} />
    </section>
  );
}

function Content({ state, view }: { state: AdminState; view: FunnelView | null }) {
  const { funnel } = state;
  const problem = funnel.rangeProblem.value;
  if (problem !== '') {
    return (
      <p class="card empty" role="status">
        {problem}
      </p>
    );
  }
  if (view === null && funnel.hasFailed.value) {
    return (
      <div class="card empty">
        <p>The numbers could not be loaded.</p>
        <button type="button" onClick={() => void funnel.load()}>
          Try again
        </button>
      </div>
    );
  }
  if (view === null) {
    return (
      <p class="card empty" aria-busy="true">
        Loading …
      </p>
    );
  }
  if (isUnused(view)) {
    return (
      <p class="card empty">
        Nobody has used the chat in this time. Numbers appear here once a visitor opens it, and leaves the page.
      </p>
    );
  }
  const goal = funnel.goal.value;
  const before = funnel.before.value ?? undefined;
  const { from, to } = view.form;
  const show = (scope: LeadScope, number: ShownNumber) => void state.showLeads({ from, to, ...scope }, number);
  const showCalls = (scope: CallScope, number: ShownNumber) => void state.showCalls({ from, to, ...scope }, number);
  const ofForm = funnel.form.value === null ? {} : { form: funnel.form.value };
  const download = (by: keyof FunnelView) =>
    state.may('GET /funnel/csv') ? () => void state.downloadFunnel(by) : undefined;
  return (
    <>
      <Spans state={state} view={view} />
      <div class="conversion-top">
        <Funnel view={view} before={before} />
        <Outcomes
          state={state}
          view={view}
          before={before}
          onShow={(scope, number) => show({ ...ofForm, ...scope }, number)}
          onShowCalls={(scope, number) => showCalls({ ...ofForm, ...scope }, number)}
        />
      </div>
      <Days view={view} before={before} today={dayOf(new Date(funnel.now()))} goal={goal}>
        {state.may('GET /funnel/csv') && (
          <button type="button" class="quiet" aria-label="Download CSV by day" onClick={download('day')}>
            CSV
          </button>
        )}
      </Days>
      <p class="meta">
        Rates are shares of the visitors who opened the chat. The likely range is what chance leaves open (95 %): the
        more visitors, the narrower. Leads and calls are all that were stored, also of visitors whose browsers report
        nothing.
      </p>
      <ConversionTable
        state={state}
        title="By page"
        nameTitle="Page"
        rows={view.page.rows}
        before={before?.page.rows}
        goal={goal}
        nameOf={({ name }) => (name === 'other' ? 'Other pages' : name)}
        onShow={(row, scope, number) => show({ ...ofForm, page: row.name, ...scope }, number)}
        onShowAnswered={(row, number) => showCalls({ ...ofForm, page: row.name, answered: 'true' }, number)}
        canShow={({ name }) => name !== 'other'}
        onDownload={download('page')}
      />
      <Experiments
        state={state}
        rows={view.variant.rows}
        before={before?.variant.rows}
        goal={goal}
        onShow={(row, scope, number) => show({ ...ofForm, variant: variantOf(row), ...scope }, number)}
        onShowAnswered={(row, number) => showCalls({ ...ofForm, variant: variantOf(row), answered: 'true' }, number)}
        onDownload={download('variant')}
      />
      <ConversionTable
        state={state}
        title="By form"
        nameTitle="Form"
        rows={view.form.rows}
        before={before?.form.rows}
        goal={goal}
        nameOf={({ name }) => name}
        onShow={(row, scope, number) => show({ form: row.name, ...scope }, number)}
        onShowAnswered={(row, number) => showCalls({ form: row.name, answered: 'true' }, number)}
        canShow={() => true}
        onDownload={download('form')}
      />
      <Ratings
        view={view}
        before={before}
        comments={funnel.comments.value}
        onShow={(lead) => void state.showLead(lead)}
      />
      <StepTable steps={view.step.steps} before={before?.step.steps} onDownload={download('step')} />
      <FieldTable fields={view.field.fields} before={before?.field.fields} onDownload={download('field')} />
    </>
  );
}

type Compared = { view: FunnelView; before: FunnelView | undefined };

/** Which days are shown, and which ones stand beside them. */
function Spans({ state: { funnel }, view }: { state: AdminState; view: FunnelView }) {
  const before = funnel.before.value;
  return (
    <p class="meta">
      {formatSpan(view.form)}.{' '}
      {before === undefined
        ? 'Numbers are kept for 400 days, so there are none from before to compare with.'
        : before === null
          ? 'Nobody used the chat in as many days before.'
          : `“Before” is the same time before: ${formatSpan(before.form)}.`}
    </p>
  );
}

/** A teaser comes before the chat, and most visitors open it without one. */
const openedStages = funnelStages.filter((stage) => stage !== 'teaser');

/** The stages as bars, from those who have opened the chat on: the first bar is the widest. */
function Funnel({ view, before }: Compared) {
  const { visits } = view.form.total;
  const earlier = before?.form.total.visits;
  const widest = Math.max(1, visits.opened);
  return (
    <section class="card" aria-label="Visitors">
      <h2>Visitors</h2>
      <ol class="stages">
        {openedStages.map((stage) => (
          <li key={stage}>
            <span>{stageNames[stage]}</span>
            <svg viewBox={`0 0 ${widest} 1`} preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.min(widest, visits[stage])} height="1" />
            </svg>
            <strong>{formatNumber(visits[stage])}</strong>
            <span class="muted">{stage === 'opened' ? '' : shareOf(visits, stage)}</span>
            <Before count={earlier?.[stage]}>
              {earlier !== undefined && stage !== 'opened' && earlier.opened > 0 && `, ${shareOf(earlier, stage)}`}
            </Before>
          </li>
        ))}
      </ol>
      <p class="meta">
        Page views in which a visitor used the chat, as their browsers report. Shares are of those who opened it.
        {visits.teaser > 0 && ` ${formatNumber(visits.teaser)} saw a teaser before.`}
      </p>
    </section>
  );
}

function shareOf(visits: FunnelCounts['visits'], stage: FunnelStage): string {
  return visits.opened === 0 ? '' : formatShare(Math.min(1, visits[stage] / visits.opened));
}

/** As the filters of the lists write it. */
function variantOf({ experiment, name }: FunnelRow): string {
  return `${experiment}=${name}`;
}

type OutcomesProps = Compared & {
  state: AdminState;
  onShow: (scope: LeadScope, number: ShownNumber) => void;
  onShowCalls: (scope: CallScope, number: ShownNumber) => void;
};

/** What the proxy knows itself. Each number opens its list. */
function Outcomes({ state, view, before, onShow, onShowCalls }: OutcomesProps) {
  const { leads } = view.form.total;
  const outcomes: { name: string; stage: LeadStage; show: (number: ShownNumber) => void }[] = [
    { name: 'Leads stored', stage: 'accepted', show: (number) => onShow({}, number) },
    { name: 'Suspected spam', stage: 'held', show: (number) => onShow({ state: 'held' }, number) },
    { name: 'Leads sent', stage: 'delivered', show: (number) => onShow({ state: 'delivered' }, number) },
    { name: 'Calls requested', stage: 'call-requested', show: (number) => onShowCalls({}, number) },
    { name: 'Calls answered', stage: 'call-answered', show: (number) => onShowCalls({ answered: 'true' }, number) },
  ];
  return (
    <section class="card" aria-label="Leads and calls">
      <h2>Leads and calls</h2>
      <ul class="outcomes">
        {outcomes.map(({ name, stage, show }) => {
          const number = { name, count: leads[stage] };
          return (
            <li key={name}>
              <span>{name}</span>
              <Before count={before?.form.total.leads[stage]} />
              <strong>
                <NumberButton state={state} number={number} label={name} onShow={() => show(number)} />
              </strong>
            </li>
          );
        })}
      </ul>
      <p class="meta">
        All that were stored, also of visitors whose browsers report nothing. Suspected spam waits for you to check it.
      </p>
    </section>
  );
}

type DaysProps = Compared & { today: string; goal: FunnelStage; children: ComponentChildren };

function Days({ view, before, today, goal, children }: DaysProps) {
  const days = view.day.rows;
  const { visits } = view.day.total;
  const earlier = before?.day.total.visits;
  const inKey = (stage: FunnelStage) => (earlier === undefined ? '' : ` (${formatNumber(earlier[stage])} before)`);
  const goalName = stageNames[goal].toLowerCase();
  const nameOf = (day: FunnelRow | undefined) =>
    day === undefined ? '' : day.name === today ? 'today' : formatDay(day.name);
  return (
    <BarChart
      title="By day"
      summary={`${visits.opened} visitors opened the chat and ${visits[goal]} ${goalName}, by day`}
      keys={[
        { series: 'captured', text: `${formatNumber(visits.opened)} opened the chat${inKey('opened')}` },
        { series: 'delivered', text: `${formatNumber(visits[goal])} ${goalName}${inKey(goal)}` },
      ]}
      entries={days.map((day) => ({
        name: day.name,
        title: `${formatDay(day.name)}: ${day.visits.opened} opened the chat, ${day.visits[goal]} ${goalName}`,
        values: [day.visits.opened, day.visits[goal]],
      }))}
      axis={[days.length > 1 ? nameOf(days[0]) : '', nameOf(days.at(-1))]}
    >
      {children}
    </BarChart>
  );
}
