import type { ComponentChildren } from 'preact';
import { type FunnelRow, type FunnelStage, funnelStages } from '../protocol/index.ts';
import type { AdminState, ShownNumber } from './admin-state.ts';
import { BarChart } from './bar-chart.tsx';
import type { CallScope } from './call-list-state.ts';
import { ConversionTable } from './conversion-table.tsx';
import { Experiments } from './experiments.tsx';
import { FieldTable, StepTable } from './field-table.tsx';
import { formatDay, formatNumber, formatShare, stageNames } from './format.ts';
import { type FunnelView, funnelGoals, funnelPeriods } from './funnel-state.ts';
import type { LeadScope } from './lead-list-state.ts';
import { NumberButton } from './number-button.tsx';
import { Ratings } from './ratings.tsx';

/** How many visitors the chat turns into leads, and where the others stop. */
export function ConversionView({ state }: { state: AdminState }) {
  const { funnel, overview } = state;
  const view = funnel.view.value;
  const forms = overview.value?.forms ?? [];
  return (
    <section class="conversion" aria-label="Conversion">
      <div class="filters">
        <select
          aria-label="Period"
          value={String(funnel.period.value)}
          onChange={({ currentTarget }) => {
            const chosen = funnelPeriods.find((days) => String(days) === currentTarget.value);
            if (chosen !== undefined) void funnel.showPeriod(chosen);
          }}
        >
          {funnelPeriods.map((days) => (
            <option key={days} value={String(days)}>
              {days === 1 ? 'Today' : `Last ${days} days`}
            </option>
          ))}
        </select>
        {forms.length > 1 && (
          <select
            aria-label="Form"
            value={funnel.form.value ?? ''}
            onChange={({ currentTarget }) => void funnel.showForm(currentTarget.value || null)}
          >
            <option value="">All forms</option>
            {forms.map((form) => (
              <option key={form}>{form}</option>
            ))}
          </select>
        )}
        <select
          aria-label="Goal"
          value={funnel.goal.value}
          onChange={({ currentTarget }) => {
            const chosen = funnelGoals.find((goal) => goal === currentTarget.value);
            if (chosen !== undefined) funnel.setGoal(chosen);
          }}
        >
          {funnelGoals.map((goal) => (
            <option key={goal} value={goal}>
              {`Goal: ${stageNames[goal].toLowerCase()}`}
            </option>
          ))}
        </select>
      </div>
      <Content state={state} view={view} />
    </section>
  );
}

function Content({ state, view }: { state: AdminState; view: FunnelView | null }) {
  const { funnel } = state;
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
  const { visits, leads, ratings } = view.form.total;
  if ([...Object.values(visits), ...Object.values(leads), ...ratings].every((count) => count === 0)) {
    return (
      <p class="card empty">
        Nobody has used the chat in this time. Numbers appear here once a visitor opens it, and leaves the page.
      </p>
    );
  }
  const goal = funnel.goal.value;
  const { from, to } = view.form;
  const show = (scope: LeadScope, number: ShownNumber) => void state.showLeads({ from, to, ...scope }, number);
  const showCalls = (scope: CallScope, number: ShownNumber) => void state.showCalls({ from, to, ...scope }, number);
  const ofForm = funnel.form.value === null ? {} : { form: funnel.form.value };
  const download = (by: keyof FunnelView) =>
    state.may('GET /funnel/csv') ? () => void state.downloadFunnel(by) : undefined;
  return (
    <>
      <div class="conversion-top">
        <Funnel view={view} />
        <Outcomes
          state={state}
          view={view}
          onShow={(scope, number) => show({ ...ofForm, ...scope }, number)}
          onShowCalls={(scope, number) => showCalls({ ...ofForm, ...scope }, number)}
        />
      </div>
      <Days view={view} goal={goal}>
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
        goal={goal}
        nameOf={({ name }) => name}
        onShow={(row, scope, number) => show({ form: row.name, ...scope }, number)}
        onShowAnswered={(row, number) => showCalls({ form: row.name, answered: 'true' }, number)}
        canShow={() => true}
        onDownload={download('form')}
      />
      <Ratings view={view} comments={funnel.comments.value} onShow={(lead) => void state.showLead(lead)} />
      <StepTable steps={view.step.steps} onDownload={download('step')} />
      <FieldTable fields={view.field.fields} onDownload={download('field')} />
    </>
  );
}

/** A teaser comes before the chat, and most visitors open it without one. */
const openedStages = funnelStages.filter((stage) => stage !== 'teaser');

/** The stages as bars, from those who have opened the chat on: the first bar is the widest. */
function Funnel({ view }: { view: FunnelView }) {
  const { visits } = view.form.total;
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
            <span class="muted">
              {stage === 'opened' || visits.opened === 0 ? '' : formatShare(Math.min(1, visits[stage] / visits.opened))}
            </span>
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

/** As the filters of the lists write it. */
function variantOf({ experiment, name }: FunnelRow): string {
  return `${experiment}=${name}`;
}

type OutcomesProps = {
  state: AdminState;
  view: FunnelView;
  onShow: (scope: LeadScope, number: ShownNumber) => void;
  onShowCalls: (scope: CallScope, number: ShownNumber) => void;
};

/** What the proxy knows itself. Each number opens its list. */
function Outcomes({ state, view, onShow, onShowCalls }: OutcomesProps) {
  const { leads } = view.form.total;
  const outcomes: { name: string; count: number; show: (number: ShownNumber) => void }[] = [
    { name: 'Leads accepted', count: leads.accepted, show: (number) => onShow({}, number) },
    { name: 'Leads held', count: leads.held, show: (number) => onShow({ state: 'held' }, number) },
    { name: 'Leads delivered', count: leads.delivered, show: (number) => onShow({ state: 'delivered' }, number) },
    { name: 'Calls requested', count: leads['call-requested'], show: (number) => onShowCalls({}, number) },
    {
      name: 'Calls answered',
      count: leads['call-answered'],
      show: (number) => onShowCalls({ answered: 'true' }, number),
    },
  ];
  return (
    <section class="card" aria-label="Leads and calls">
      <h2>Leads and calls</h2>
      <ul class="outcomes">
        {outcomes.map(({ name, count, show }) => (
          <li key={name}>
            <span>{name}</span>
            <strong>
              <NumberButton state={state} number={{ name, count }} label={name} onShow={() => show({ name, count })} />
            </strong>
          </li>
        ))}
      </ul>
      <p class="meta">
        All that were stored, also of visitors whose browsers report nothing. Held ones wait for you to check them.
      </p>
    </section>
  );
}

function Days({ view, goal, children }: { view: FunnelView; goal: FunnelStage; children: ComponentChildren }) {
  const days = view.day.rows;
  const { visits } = view.day.total;
  const goalName = stageNames[goal].toLowerCase();
  return (
    <BarChart
      title="By day"
      summary={`${visits.opened} visitors opened the chat and ${visits[goal]} ${goalName}, by day`}
      keys={[
        { series: 'captured', text: `${formatNumber(visits.opened)} opened the chat` },
        { series: 'delivered', text: `${formatNumber(visits[goal])} ${goalName}` },
      ]}
      entries={days.map((day) => ({
        name: day.name,
        title: `${formatDay(day.name)}: ${day.visits.opened} opened the chat, ${day.visits[goal]} ${goalName}`,
        values: [day.visits.opened, day.visits[goal]],
      }))}
      axis={[days.length > 1 ? formatDay(days[0]?.name ?? '') : '', 'today']}
    >
      {children}
    </BarChart>
  );
}
