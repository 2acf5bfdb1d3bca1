import { batch, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Clock, systemClock } from '../clock.ts';
import type { FunnelDivision } from '../protocol/admin/funnel.ts';
import type { AuditEntry } from '../protocol/admin/operator.ts';
import type { AdminOverview } from '../protocol/admin/overview.ts';
import type { AdminWebhook, WebhookState } from '../protocol/admin/webhooks.ts';
import { type BlockListState, createBlockListState } from './block-list-state.ts';
import { type CallListState, type CallScope, createCallListState } from './call-list-state.ts';
import { hasCalls } from './counts.ts';
import { followLeadAddress, leadsPath } from './follow-lead-address.ts';
import { createFunnelState, type FunnelState } from './funnel-state.ts';
import { createLeadCommands, type LeadCommands } from './lead-commands.ts';
import { attentionStates, createLeadListState, type LeadListState, type LeadScope } from './lead-list-state.ts';
import { createLeadRecordState, type LeadRecordState } from './lead-record-state.ts';
import { createLiveRefresh } from './live-refresh.ts';
import { type AddressBar, createMemoryAddressBar, type Navigation } from './navigation.ts';
import { createReceiversState, type ReceiversState } from './receivers-state.ts';
import { createRecordActions, type RecordActions } from './record-actions.ts';
import { createRecordListState, type RecordListState, requestPage } from './record-list-state.ts';
import { type AddressedView, followSectionAddress, withQuery } from './section-address.ts';
import { createSectionState, type Section } from './section-state.ts';
import { createSession, type Session, type SessionDeps } from './session.ts';
import { createSettingsState, type SettingsState } from './settings/settings-state.ts';
import { createStartState, type StartState } from './start-state.ts';

/** A number that opens its list. The name is unique. */
export type ShownNumber = { name: string; count: number };

export type AdminStateDeps = SessionDeps & {
  /** Saves a file as a download. */
  saveFile: (name: string, content: Blob) => void;
  /** @default the system's clock */
  clock?: Clock;
  /** @default one in memory */
  address?: AddressBar;
};

/** The state of the dashboard: the session, and a list for each section. */
export type AdminState = LeadCommands & {
  session: Session;
  section: ReadonlySignal<Section>;
  navigation: Navigation;
  overview: ReadonlySignal<AdminOverview | null>;
  list: LeadListState;
  /** What belongs to the lead that is open. */
  leadRecord: LeadRecordState;
  callList: CallListState;
  webhookList: RecordListState<AdminWebhook, WebhookState>;
  auditList: RecordListState<AuditEntry, never>;
  blockList: BlockListState;
  funnel: FunnelState;
  settings: SettingsState;
  /** What is set up already. */
  start: StartState;
  /** Who gets messages about leads and calls. */
  receivers: ReceiversState;
  /** Whether the operator's role may use a route of the API: `POST /leads/:lead/replay`. What it may not has no button. */
  may(route: string): boolean;
  signIn(token: string): Promise<void>;
  showSection(section: Section): void;
  /** Lists the leads behind a number. */
  showLeads(scope: LeadScope, number: ShownNumber): Promise<void>;
  /** Lists the calls behind a number. */
  showCalls(scope: CallScope, number: ShownNumber): Promise<void>;
  /** The number of the tab "Conversion" whose list is open. */
  shownNumber: ReadonlySignal<ShownNumber | null>;
  /** Goes back to the tab of `shownNumber`, whose button then gets the focus. */
  returnToNumber(): void;
  /** Saves the numbers of the tab "Conversion" as a CSV file. */
  downloadFunnel(by: FunnelDivision): Promise<void>;
  /** Opens the lead of a call or a webhook. */
  showLead(lead: string): Promise<void>;
  /** The operator's name, which is stored with what the operator decides. Empty until entered. */
  operatorName: Signal<string>;
  /** What the operator does with calls and webhooks. */
  records: RecordActions;
  /** Loads everything again. */
  refresh(): Promise<void>;
};

export function createAdminState({
  clock = systemClock,
  address = createMemoryAddressBar(),
  saveFile,
  ...deps
}: AdminStateDeps): AdminState {
  const session = createSession(deps);
  const overview = signal<AdminOverview | null>(null);
  const operatorName = signal('');
  const shownNumber = signal<ShownNumber | null>(null);
  const list = createLeadListState({
    session,
    mayLookAgain: () => overview.peek()?.operator?.role !== 'viewer',
  });
  const leadRecord = createLeadRecordState(session, list);
  const callList = createCallListState(session);
  const webhookList: AdminState['webhookList'] = createRecordListState({
    async loadPage(state, before) {
      const page = await requestPage(session, (client) => client.webhooks({ state }, before));
      return page && { items: page.webhooks, next: page.next };
    },
  });

  const auditList: AdminState['auditList'] = createRecordListState({
    async loadPage(_, before) {
      const page = await session.request((client) => client.audit({}, before));
      return page && { items: page.entries, next: page.next };
    },
  });
  const blockList = createBlockListState(session);
  const start = createStartState(session);
  const receivers = createReceiversState({ session, operatorName, onChange: start.load });
  const funnel = createFunnelState({ session, now: clock.now });
  const settings = createSettingsState({ session, operatorName, clock });
  const may = (route: string) => overview.value?.allowed?.includes(route) ?? true;
  const hasSettings = () => overview.peek()?.settings !== undefined && may('PUT /settings');
  /** The sections whose addresses say what they show. */
  const views: Partial<Record<Section, AddressedView>> = { conversion: funnel, calls: callList };
  /** The sections that are loaded when they are shown. */
  const loaders: Partial<Record<Section, () => Promise<void>>> = {
    // Experiments end there, for those who may.
    conversion: async () => {
      await Promise.all([funnel.load(), hasSettings() && settings.load()]);
    },
    settings: settings.load,
    audit: auditList.load,
    blocked: blockList.load,
    webhooks: receivers.load,
  };
  const { section, navigation, ...shown } = createSectionState({
    address,
    session,
    addressOf: (next) => (next === 'leads' ? leadsPath(list) : withQuery(next, views[next]?.address.peek() ?? '')),
    hasChanges: () => settings.isChanged.peek(),
    open(next) {
      batch(() => {
        session.notice.value = '';
        shownNumber.value = null;
        section.value = next;
      });
      void loaders[next]?.();
    },
  });

  const leadAddress = followLeadAddress({ session, section, navigation, list });
  followSectionAddress({ session, section, navigation }, 'conversion', funnel);
  followSectionAddress({ session, section, navigation }, 'calls', callList);

  const refresh = async () => {
    if (session.status.peek() === 'signed-in') await reload();
  };
  const liveRefresh = createLiveRefresh({
    clock,
    refresh,
    isSettled: () => (overview.peek()?.counts.pending ?? 0) + (overview.peek()?.webhooks?.pending ?? 0) === 0,
  });

  effect(() => {
    if (session.status.value !== 'signed-out') return;
    section.value = 'leads';
    overview.value = null;
    shownNumber.value = null;
    liveRefresh.stop();
    list.clear();
    callList.clear();
    webhookList.clear();
    auditList.clear();
    blockList.clear();
    start.clear();
    receivers.clear();
    funnel.clear();
    settings.clear();
  });

  const loadOverview = async (): Promise<AdminOverview | undefined> => {
    // One request first, because with a wrong token each request counts as an attempt to guess the token.
    const loaded = await session.request((client) => client.overview());
    const causes = loaded && (await session.request((client) => client.causes()));
    if (loaded === undefined || causes === undefined) return undefined;
    overview.value = loaded;
    list.updateCauses(causes.causes);
    await Promise.all([
      hasCalls(loaded) && callList.load(),
      loaded.webhooks !== undefined && webhookList.load(),
      start.load(),
    ]);
    return loaded;
  };

  /** Loads the overview first, because it may show that no lead with the chosen cause is left. */
  const reload = async () => {
    await loadOverview();
    await Promise.all([list.load(), leadRecord.load(), loaders[section.peek()]?.()]);
  };

  const records = createRecordActions({
    session,
    operatorName,
    async reload() {
      await reload();
      liveRefresh.start();
    },
  });

  const leadCommands = createLeadCommands({
    session,
    list,
    operatorName,
    saveFile,
    clock,
    async reload() {
      await reload();
      liveRefresh.start();
    },
  });

  return {
    session,
    records,
    section,
    navigation,
    overview,
    list,
    leadRecord,
    callList,
    webhookList,
    auditList,
    blockList,
    start,
    receivers,
    funnel,
    settings,
    may,
    operatorName,
    shownNumber,
    async signIn(token) {
      await session.signIn(token, async () => {
        const [name, lead] = navigation.path.peek();
        const named = Object.entries(views).find(([section]) => section === name);
        named?.[1].readAddress(navigation.query.peek());
        const loaded = await loadOverview();
        if (loaded === undefined) return false;
        const query = name === 'leads' ? navigation.query.peek() : '';
        const needsAttention = attentionStates.some((state) => loaded.counts[state] > 0);
        if (query === '') await list.showView(needsAttention ? 'attention' : 'all');
        else await list.showAddress(query);
        shown.showNamed();
        if (name === 'leads' && lead !== undefined) await leadAddress.openNamed(lead);
        return true;
      });
    },
    showSection: shown.show,
    async showLeads(scope, number) {
      // One place to go back from: the section and what it lists change together.
      await batch(() => {
        session.notice.value = '';
        shownNumber.value = number;
        section.value = 'leads';
        return list.showScope(scope);
      });
    },
    async showCalls(scope, number) {
      await batch(() => {
        session.notice.value = '';
        shownNumber.value = number;
        section.value = 'calls';
        return callList.showScope(scope);
      });
    },
    returnToNumber() {
      section.value = 'conversion';
      void funnel.load();
    },
    async downloadFunnel(by) {
      session.notice.value = '';
      const saved = await funnel.csv(by);
      if (saved === undefined) return;
      saveFile(saved.name, saved.file);
      session.notice.value = `Saved as ${saved.name}.`;
    },
    async showLead(lead) {
      const found = batch(() => {
        session.notice.value = '';
        section.value = 'leads';
        return list.open(lead);
      });
      if (!(await found)) session.notice.value = 'This lead has been erased.';
    },
    ...leadCommands,
    refresh,
  };
}
