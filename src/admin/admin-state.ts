import { batch, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Clock, systemClock } from '../clock.ts';
import type {
  AdminLead,
  AdminOverview,
  AdminWebhook,
  FunnelDivision,
  LeadAction,
  LeadCount,
  WebhookState,
} from '../protocol/index.ts';
import { actionNotices, describeResult, type LeadButton } from './action-notices.ts';
import { type CallListState, type CallScope, createCallListState } from './call-list-state.ts';
import { addCounts, hasCalls } from './counts.ts';
import { createFunnelState, type FunnelState } from './funnel-state.ts';
import { attentionStates, createLeadListState, type LeadListState, type LeadScope } from './lead-list-state.ts';
import { createLiveRefresh } from './live-refresh.ts';
import { type AddressBar, createMemoryAddressBar, type Navigation } from './navigation.ts';
import { performAction } from './perform-action.ts';
import { createRecordActions, type RecordActions } from './record-actions.ts';
import { createRecordListState, type RecordListState } from './record-list-state.ts';
import { createSectionState, type Section } from './section-state.ts';
import { createSession, type Session, type SessionDeps } from './session.ts';
import { createSettingsState, type SettingsState } from './settings/settings-state.ts';

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
export type AdminState = {
  session: Session;
  section: ReadonlySignal<Section>;
  navigation: Navigation;
  overview: ReadonlySignal<AdminOverview | null>;
  list: LeadListState;
  callList: CallListState;
  webhookList: RecordListState<AdminWebhook, WebhookState>;
  funnel: FunnelState;
  settings: SettingsState;
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
  /** Corrects a value of a lead, and sends a dead one again. */
  correct(lead: AdminLead, field: string, value: string): Promise<void>;
  /** `reason`: why the lead is closed. */
  act(action: LeadButton, lead: AdminLead, reason?: string): Promise<void>;
  /** How many leads `actOnAll` would change. Undefined if that is not known. */
  countAll(): Promise<LeadCount | undefined>;
  /** Applies the action to the selected leads, or to all leads of the current filter, including those that are not loaded. */
  actOnAll(action: LeadAction, reason?: string): Promise<void>;
  /** Saves all leads of the current filter as a CSV file, including those that are not loaded. */
  downloadCsv(): Promise<void>;
  isDownloading: ReadonlySignal<boolean>;
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
  const isDownloading = signal(false);
  const operatorName = signal('');
  const shownNumber = signal<ShownNumber | null>(null);
  const list = createLeadListState(session);
  const callList = createCallListState(session);
  const webhookList: AdminState['webhookList'] = createRecordListState({
    async loadPage(state, before) {
      const page = await session.request((client) => client.webhooks(state, before));
      return page && { items: page.webhooks, next: page.next };
    },
  });

  const funnel = createFunnelState({ session, now: clock.now });
  const settings = createSettingsState({ session, operatorName, clock });
  /** The sections that are loaded when they are shown. */
  const loaders: Partial<Record<Section, () => Promise<void>>> = { conversion: funnel.load, settings: settings.load };
  const { section, navigation, ...shown } = createSectionState({
    address,
    session,
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
    await Promise.all([hasCalls(loaded) && callList.load(), loaded.webhooks !== undefined && webhookList.load()]);
    return loaded;
  };

  /** Loads the overview first, because it may show that no lead with the chosen cause is left. */
  const reload = async () => {
    await loadOverview();
    await Promise.all([list.load(), loaders[section.peek()]?.()]);
  };

  const records = createRecordActions({
    session,
    operatorName,
    async reload() {
      await reload();
      liveRefresh.start();
    },
  });

  /** The correction that was tried last: trying it again confirms it. */
  let lastCorrection = '';

  return {
    session,
    records,
    section,
    navigation,
    overview,
    list,
    callList,
    webhookList,
    funnel,
    settings,
    isDownloading,
    operatorName,
    shownNumber,
    async signIn(token) {
      await session.signIn(token, async () => {
        const loaded = await loadOverview();
        if (loaded === undefined) return false;
        await list.showView(attentionStates.some((state) => loaded.counts[state] > 0) ? 'attention' : 'all');
        shown.showNamed();
        return true;
      });
    },
    showSection: shown.show,
    async showLeads(scope, number) {
      batch(() => {
        session.notice.value = '';
        shownNumber.value = number;
        section.value = 'leads';
      });
      await list.showScope(scope);
    },
    async showCalls(scope, number) {
      batch(() => {
        session.notice.value = '';
        shownNumber.value = number;
        section.value = 'calls';
      });
      await callList.showScope(scope);
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
      section.value = 'leads';
      await list.showLead(lead);
      session.notice.value = list.selected.peek() === null ? 'This lead has been erased.' : '';
    },
    async correct({ lead, state }, field, value) {
      session.notice.value = '';
      const attempt = JSON.stringify([lead, field, value]);
      // The proxy asks once about a phone that it does not know to be in use.
      const phoneConfirmed = attempt === lastCorrection;
      lastCorrection = attempt;
      const correction = {
        fields: { [field]: value },
        by: operatorName.peek(),
        ...(phoneConfirmed && { phoneConfirmed }),
      };
      if ((await session.request((client) => client.correct(lead, correction))) === undefined) return;
      lastCorrection = '';
      const isSent = state === 'dead' && (await session.request((client) => client.replay(lead))) !== undefined;
      if (isSent) session.notice.value = 'Corrected. The lead is being sent again.';
      else if (session.notice.peek() === '') session.notice.value = 'Corrected.';
      await reload();
      liveRefresh.start();
    },
    async act(action, { lead }, reason = '') {
      session.notice.value = '';
      const words = { reason, by: operatorName.peek() };
      if ((await session.request((client) => performAction(client, action, lead, words))) === undefined) return;
      session.notice.value = actionNotices[action];
      if (action === 'erase') list.select(null);
      await reload();
      // Closes the details of a lead that is no longer listed, because they would show an old state.
      const isListed = list.leads.peek().some((listed) => listed.lead === lead);
      if (list.selected.peek()?.lead === lead && !isListed) list.select(null);
      liveRefresh.start();
    },
    async countAll() {
      const counts = await Promise.all(
        list.filters().map((filter) => session.request((client) => client.count(filter))),
      );
      return counts.reduce((sum, count) => sum && count && addCounts(sum, count), { count: 0, unknown: 0 });
    },
    async actOnAll(action, reason = '') {
      session.notice.value = '';
      const words = action === 'close' ? { reason, by: operatorName.peek() } : {};
      let changed = 0;
      let unchanged = 0;
      for (const filter of list.filters()) {
        let before: string | undefined;
        do {
          const start = before;
          const result = await session.request((client) => client.bulk(action, filter, words, start));
          if (result === undefined) return;
          changed += result.changed;
          unchanged += result.unchanged;
          before = result.next;
          session.notice.value = describeResult(action, changed, unchanged);
        } while (before !== undefined);
      }
      list.select(null);
      list.clearSelection();
      await reload();
      liveRefresh.start();
    },
    async downloadCsv() {
      if (isDownloading.peek()) return;
      isDownloading.value = true;
      session.notice.value = '';
      const name = `leads-${list.view.peek()}-${new Date(clock.now()).toISOString().slice(0, 10)}.csv`;
      const file = await session.request((client) => client.csv(list.filters()));
      isDownloading.value = false;
      if (file === undefined) return;
      saveFile(name, file);
      session.notice.value = `Saved as ${name}.`;
    },
    refresh,
  };
}
