import { useEffect, useRef } from 'preact/hooks';
import type { AdminOverview } from '../protocol/admin/overview.ts';
import { ActivityChart } from './activity-chart.tsx';
import type { AdminState } from './admin-state.ts';
import { AuditView } from './audit-view.tsx';
import { BlockListView } from './block-list-view.tsx';
import { Brand } from './brand.tsx';
import { CallsView } from './calls-view.tsx';
import { ConversionView } from './conversion-view.tsx';
import { useCurrentTab } from './current-tab.ts';
import { formatTimeOfDay } from './format.ts';
import { GettingStarted } from './getting-started.tsx';
import { LeadsView } from './leads-view.tsx';
import type { Section } from './section-state.ts';
import { LeaveDialog } from './settings/leave-dialog.tsx';
import { SettingsSection } from './settings/settings-section.tsx';
import { WebhooksView } from './webhooks-view.tsx';

const maxSites = 3;

export function Dashboard({ state }: { state: AdminState }) {
  const overview = state.overview.value;
  const isAboutLeads = state.section.value === 'leads';
  const isLeadOpen = isAboutLeads && state.list.selected.value !== null;
  return (
    <>
      <header class="top">
        <Brand />
        {overview !== null && <DeliveryState overview={overview} />}
        {overview?.sites?.slice(0, maxSites).map((site) => (
          <a key={site} href={site}>
            {new URL(site).host}
          </a>
        ))}
        {overview?.operator?.name !== undefined && (
          <span class="operator muted">{`${overview.operator.name} · ${overview.operator.role}`}</span>
        )}
        <button type="button" class="quiet" onClick={() => void state.refresh()}>
          Refresh
        </button>
        <button type="button" class="quiet" onClick={() => state.session.signOut()}>
          Sign out
        </button>
      </header>
      {overview !== null && <IntakeClosed overview={overview} />}
      {overview !== null && <DeliveryPaused overview={overview} />}
      <main class={isLeadOpen ? 'lead-open' : ''}>
        {overview !== null && <SectionTabs state={state} overview={overview} />}
        {isAboutLeads && <GettingStarted state={state} />}
        {overview !== null && isAboutLeads && <ActivityChart activity={overview.activity} />}
        <Notice state={state} />
        <SectionContent state={state} overview={overview} />
      </main>
      <LeaveDialog state={state} />
    </>
  );
}

/** The result of the last action. It gets the focus if the action's button has disappeared with its lead. */
function Notice({ state: { session, list } }: { state: AdminState }) {
  const element = useRef<HTMLParagraphElement>(null);
  const notice = session.notice.value;
  const leads = list.leads.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button may disappear when the leads change
  useEffect(() => {
    if (notice !== '' && document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [notice, leads]);
  return (
    <p ref={element} class="notice" role="status" tabIndex={-1}>
      {notice}
    </p>
  );
}

function SectionTabs({ state, overview }: { state: AdminState; overview: AdminOverview }) {
  const tabs: { section: Section; name: string; counts: Record<string, number> | null | undefined }[] = [
    { section: 'leads', name: 'Leads', counts: overview.counts },
    { section: 'calls', name: 'Calls', counts: overview.calls },
    { section: 'webhooks', name: 'Team messages', counts: overview.webhooks },
    { section: 'conversion', name: 'Conversion', counts: null },
    // It shows what it changes, so it is for those who may.
    {
      section: 'settings',
      name: 'Settings',
      counts: state.may('PUT /settings') ? overview.settings && null : undefined,
    },
    { section: 'blocked', name: 'Blocked numbers', counts: null },
    { section: 'audit', name: 'Audit', counts: null },
  ];
  return (
    <nav class="sections" aria-label="Sections" ref={useCurrentTab(state.section.value)}>
      {tabs.map(
        ({ section, name, counts }) =>
          counts !== undefined && (
            <button
              key={section}
              type="button"
              aria-pressed={state.section.value === section}
              onClick={() => state.showSection(section)}
            >
              {name}
              {counts !== null && (
                <span class="count">{Object.values(counts).reduce((sum, count) => sum + count, 0)}</span>
              )}
            </button>
          ),
      )}
    </nav>
  );
}

function SectionContent({ state, overview }: { state: AdminState; overview: AdminOverview | null }) {
  const section = state.section.value;
  if (section === 'calls' && overview?.calls !== undefined) return <CallsView state={state} counts={overview.calls} />;
  if (section === 'webhooks' && overview?.webhooks !== undefined) {
    return <WebhooksView state={state} counts={overview.webhooks} orphanedCount={overview.orphanedWebhooks ?? 0} />;
  }
  if (section === 'conversion') return <ConversionView state={state} />;
  if (section === 'blocked') return <BlockListView state={state} />;
  if (section === 'audit') return <AuditView state={state} />;
  if (section === 'settings' && state.may('PUT /settings')) return <SettingsSection state={state} />;
  return <LeadsView state={state} />;
}

function DeliveryState({ overview: { delivery, counts } }: { overview: AdminOverview }) {
  const isPaused = delivery.breaker.state !== 'closed';
  const text = isPaused ? 'Paused' : 'Delivering';
  return (
    <p class={`delivery ${isPaused ? 'bad' : 'good'}`}>
      {counts.pending === 0 ? text : `${text} · ${counts.pending} waiting`}
    </p>
  );
}

function IntakeClosed({ overview: { intake } }: { overview: AdminOverview }) {
  if (intake.state === 'open') return null;
  const reason = intake.reason === undefined ? '' : ` Reason: ${intake.reason}`;
  return (
    <p class="paused" role="alert">
      {`No new lead is accepted.${reason} Visitors' browsers keep their leads and send them later.`}
    </p>
  );
}

function DeliveryPaused({ overview: { delivery } }: { overview: AdminOverview }) {
  const { breaker } = delivery;
  if (breaker.state === 'closed') return null;
  const reason = breaker.reason === 'unauthorized' ? 'the service refuses the API key' : 'the service fails';
  const retry = breaker.probeAt === undefined ? '' : ` Next attempt: ${formatTimeOfDay(breaker.probeAt)}.`;
  return (
    <p class="paused" role="alert">
      {`Delivery is paused: ${reason}. No lead is lost.${retry}`}
    </p>
  );
}
