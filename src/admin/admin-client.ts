import * as z from 'zod/mini';
import {
  type AdminCall,
  adminCall,
  adminCalls,
  type CallFilter,
  callsEnded,
  type EndCallRequest,
  type endUnknownCallsRequest,
  type MoveCallRequest,
  type PlanCallRequest,
} from '../protocol/admin/calls.ts';
import { type AdminFunnel, adminFunnel } from '../protocol/admin/funnel.ts';
import {
  type AdminLead,
  adminCauses,
  adminLead,
  adminLeads,
  type BulkDetails,
  blockList,
  bulkDetails,
  type CloseRequest,
  type CorrectRequest,
  erased,
  type LeadAction,
  type LeadCount,
  type LeadFilter,
  type LeadSort,
  leadCount,
  numberBlocked,
  type ReleaseCall,
} from '../protocol/admin/leads.ts';
import { adminAudit } from '../protocol/admin/operator.ts';
import { type AdminOverview, adminOverview } from '../protocol/admin/overview.ts';
import { type AdminRatings, adminRatings } from '../protocol/admin/ratings.ts';
import {
  type receiverRemoval,
  type receiverRequest,
  type receiverSealing,
  type WebhookReceivers,
  webhookReceivers,
  webhookTested,
} from '../protocol/admin/receivers.ts';
import {
  type AdminSettings,
  adminSettings,
  type SettingsPreview,
  settingsHistory,
  settingsPreview,
  type settingsPreviewRequest,
  type settingsRequest,
  type settingsRestoreRequest,
} from '../protocol/admin/settings.ts';
import { type GettingStarted, gettingStarted } from '../protocol/admin/start.ts';
import {
  adminWebhooks,
  type WebhookState,
  webhookDismissed,
  webhookReplayed,
  webhooksChanged,
} from '../protocol/admin/webhooks.ts';
import type { Issue } from '../protocol/issue.ts';
import { proxyErrorBody } from '../protocol/proxy/errors.ts';

export type SettingsRequest = z.input<typeof settingsRequest>;
export type ReceiverRequest = z.input<typeof receiverRequest>;

/** What `GET /funnel` takes. */
export type FunnelParameters = Readonly<Record<string, string>>;

export type ApiResult<Value> =
  | { ok: true; value: Value }
  /** `unauthorized`: the token is wrong. `message` is shown to the operator. */
  | { ok: false; unauthorized: boolean; message: string; code?: string };

/** The API of the admin dashboard, one method per route. */
export interface AdminClient {
  overview(): Promise<ApiResult<AdminOverview>>;
  causes(): Promise<ApiResult<z.infer<typeof adminCauses>>>;
  leads(filter: LeadFilter, before?: string, sort?: LeadSort): Promise<ApiResult<z.infer<typeof adminLeads>>>;
  replay(lead: string): Promise<ApiResult<AdminLead>>;
  resolve(lead: string, outcome: 'done' | 'skipped'): Promise<ApiResult<AdminLead>>;
  release(lead: string, call?: ReleaseCall): Promise<ApiResult<AdminLead>>;
  /** Writes a note about a lead. */
  addNote(lead: string, note: { text: string; by: string }): Promise<ApiResult<AdminLead>>;
  correct(lead: string, request: CorrectRequest): Promise<ApiResult<AdminLead>>;
  close(lead: string, words: CloseRequest): Promise<ApiResult<AdminLead>>;
  erase(lead: string): Promise<ApiResult<z.infer<typeof erased>>>;
  /** One lead, with the block of its number. */
  lead(lead: string): Promise<ApiResult<AdminLead>>;
  /** The numbers that must not be called, newest first. The numbers themselves are not stored. */
  blockList(): Promise<ApiResult<z.infer<typeof blockList>>>;
  /** `phone` in any spelling. */
  blockNumber(phone: string, words: CloseRequest): Promise<ApiResult<z.infer<typeof numberBlocked>>>;
  unblockNumber(block: string): Promise<ApiResult<{ id: string }>>;
  /** What operators have done, newest first; `lead`: only with this one. */
  audit(query: { lead?: string }, before?: string): Promise<ApiResult<z.infer<typeof adminAudit>>>;
  /** Returns a CSV file with the leads of all filters. */
  csv(filters: readonly LeadFilter[]): Promise<ApiResult<Blob>>;
  /** How many leads match. */
  count(filter: LeadFilter): Promise<ApiResult<LeadCount>>;
  /** Changes a batch of the leads that match. That none of them could be changed is a result, too: another batch may follow. */
  bulk(action: LeadAction, filter: LeadFilter, words: CloseRequest, before?: string): Promise<ApiResult<BulkDetails>>;
  calls(filter: CallFilter, before?: string): Promise<ApiResult<z.infer<typeof adminCalls>>>;
  webhooks(
    query: { state?: WebhookState | undefined; lead?: string },
    before?: string,
  ): Promise<ApiResult<z.infer<typeof adminWebhooks>>>;
  gettingStarted(): Promise<ApiResult<GettingStarted>>;
  /** Puts the list of what is set up away, for all operators. */
  putAwayGettingStarted(): Promise<ApiResult<GettingStarted>>;
  webhookReceivers(): Promise<ApiResult<WebhookReceivers>>;
  /** Resolves with all receivers, or with what is wrong with this one. */
  saveReceiver(request: ReceiverRequest): Promise<ApiResult<WebhookReceivers | { issues: Issue[] }>>;
  removeReceiver(request: z.input<typeof receiverRemoval>): Promise<ApiResult<WebhookReceivers>>;
  /** Encrypts all receivers with the newest key. */
  sealReceivers(request: z.input<typeof receiverSealing>): Promise<ApiResult<WebhookReceivers>>;
  /** Posts a test, and resolves with what came back. */
  testWebhook(receiver: string): Promise<ApiResult<z.infer<typeof webhookTested>>>;
  funnel(parameters: FunnelParameters): Promise<ApiResult<AdminFunnel>>;
  /** What visitors have written about their chats. */
  ratings(parameters: FunnelParameters): Promise<ApiResult<AdminRatings>>;
  /** The same as a CSV file. */
  funnelCsv(parameters: FunnelParameters): Promise<ApiResult<Blob>>;
  settings(): Promise<ApiResult<AdminSettings>>;
  saveSettings(request: SettingsRequest): Promise<ApiResult<AdminSettings>>;
  previewSettings(request: z.input<typeof settingsPreviewRequest>): Promise<ApiResult<SettingsPreview>>;
  settingsHistory(): Promise<ApiResult<z.infer<typeof settingsHistory>>>;
  restoreSettings(request: z.input<typeof settingsRestoreRequest>): Promise<ApiResult<AdminSettings>>;
  /** Calls the person of a lead, now or at a time. */
  planCall(request: PlanCallRequest): Promise<ApiResult<AdminCall>>;
  moveCall(call: string, request: MoveCallRequest): Promise<ApiResult<AdminCall>>;
  endCall(call: string, request: EndCallRequest): Promise<ApiResult<AdminCall>>;
  /** Ends a batch of the calls whose outcome is unknown. */
  endUnknownCalls(request: z.input<typeof endUnknownCallsRequest>): Promise<ApiResult<z.infer<typeof callsEnded>>>;
  dismissWebhook(webhook: string): Promise<ApiResult<z.infer<typeof webhookDismissed>>>;
  dismissDeadWebhooks(): Promise<ApiResult<z.infer<typeof webhooksChanged>>>;
  dismissOrphanedWebhooks(): Promise<ApiResult<z.infer<typeof webhooksChanged>>>;
  replayWebhook(webhook: string): Promise<ApiResult<z.infer<typeof webhookReplayed>>>;
  replayDeadWebhooks(): Promise<ApiResult<z.infer<typeof webhooksChanged>>>;
  sendPendingWebhooks(): Promise<ApiResult<z.infer<typeof webhooksChanged>>>;
}

/** `baseUrl` ends in a slash. */
export function createAdminClient(baseUrl: string, token: string, send: typeof fetch): AdminClient {
  function sendRequest(path: string, body?: object, method = 'POST'): Promise<Response> {
    return send(new URL(path, baseUrl), {
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { method, body: JSON.stringify(body) }),
    });
  }
  async function request<Schema extends z.ZodMiniType>(
    schema: Schema,
    path: string,
    body?: object,
    method?: string,
  ): Promise<ApiResult<z.output<Schema>>> {
    try {
      const response = await sendRequest(path, body, method);
      if (!response.ok) return await failureOf(response);
      return { ok: true, value: schema.parse(await response.json()) };
    } catch {
      return { ok: false, unauthorized: false, message: 'The proxy does not respond.' };
    }
  }
  async function bulk(body: object): Promise<ApiResult<BulkDetails>> {
    try {
      const response = await sendRequest('leads/bulk', body);
      if (!response.ok && response.status !== 409) return await failureOf(response);
      const read = bulkDetails.safeParse(await response.clone().json());
      return read.success ? { ok: true, value: read.data } : await failureOf(response);
    } catch {
      return { ok: false, unauthorized: false, message: 'The proxy does not respond.' };
    }
  }
  async function saveReceiver(body: ReceiverRequest): Promise<ApiResult<WebhookReceivers | { issues: Issue[] }>> {
    try {
      const response = await sendRequest('webhooks/receivers', body, 'PUT');
      const answer: unknown = await response.clone().json();
      if (response.ok) return { ok: true, value: webhookReceivers.parse(answer) };
      const read = proxyErrorBody.parse(answer);
      return read.issues === undefined ? await failureOf(response) : { ok: true, value: { issues: read.issues } };
    } catch {
      return { ok: false, unauthorized: false, message: 'The proxy does not respond.' };
    }
  }
  async function download(path: string, body?: object): Promise<ApiResult<Blob>> {
    try {
      const response = await sendRequest(path, body);
      if (!response.ok) return await failureOf(response);
      return { ok: true, value: await response.blob() };
    } catch {
      return { ok: false, unauthorized: false, message: 'The download broke off. Try again.' };
    }
  }
  const pathOf = (lead: string) => `leads/${encodeURIComponent(lead)}`;
  return {
    overview: () => request(adminOverview, 'overview'),
    causes: () => request(adminCauses, 'causes'),
    leads: (filter, before, sort) => request(adminLeads, 'leads/search', { filter, before, sort }),
    replay: (lead) => request(adminLead, `${pathOf(lead)}/replay`, {}),
    resolve: (lead, outcome) => request(adminLead, `${pathOf(lead)}/resolve`, { outcome }),
    release: (lead, call) => request(adminLead, `${pathOf(lead)}/release`, { call }),
    addNote: (lead, note) => request(adminLead, `${pathOf(lead)}/notes`, note),
    correct: (lead, correction) => request(adminLead, `${pathOf(lead)}/correct`, correction),
    close: (lead, words) => request(adminLead, `${pathOf(lead)}/close`, words),
    erase: (lead) => request(erased, `${pathOf(lead)}/erase`, {}),
    lead: (lead) => request(adminLead, pathOf(lead)),
    blockList: () => request(blockList, 'blocklist'),
    blockNumber: (phone, words) => request(numberBlocked, 'blocklist', { phone, ...words }),
    audit: (query, before) => request(adminAudit, `audit?${pageQuery(query, before)}`),
    async unblockNumber(id) {
      try {
        const response = await sendRequest(`blocklist/${encodeURIComponent(id)}`, {}, 'DELETE');
        return response.ok ? { ok: true, value: { id } } : await failureOf(response);
      } catch {
        return { ok: false, unauthorized: false, message: 'The proxy does not respond.' };
      }
    },
    csv: (filters) => download('leads/csv', { filters }),
    gettingStarted: () => request(gettingStarted, 'getting-started'),
    putAwayGettingStarted: () => request(gettingStarted, 'getting-started/put-away', {}),
    webhookReceivers: () => request(webhookReceivers, 'webhooks/receivers'),
    saveReceiver,
    removeReceiver: (receiver) => request(webhookReceivers, 'webhooks/receivers', receiver, 'DELETE'),
    sealReceivers: (sealing) => request(webhookReceivers, 'webhooks/receivers/seal', sealing),
    testWebhook: (receiver) => request(webhookTested, 'webhooks/test', { receiver }),
    funnel: (parameters) => request(adminFunnel, `funnel?${new URLSearchParams(parameters)}`),
    ratings: (parameters) => request(adminRatings, `ratings?${new URLSearchParams(parameters)}`),
    funnelCsv: (parameters) => download(`funnel/csv?${new URLSearchParams(parameters)}`),
    count: (filter) => request(leadCount, 'leads/count', { filter }),
    bulk: (action, filter, words, before) => bulk({ action, filter, before, ...words }),
    calls: (filter, before) => request(adminCalls, `calls?${pageQuery(filter, before)}`),
    webhooks: (query, before) => request(adminWebhooks, `webhooks?${pageQuery(query, before)}`),
    settings: () => request(adminSettings, 'settings'),
    saveSettings: (settings) => request(adminSettings, 'settings', settings, 'PUT'),
    previewSettings: (settings) => request(settingsPreview, 'settings/preview', settings, 'PUT'),
    settingsHistory: () => request(settingsHistory, 'settings/history'),
    restoreSettings: (version) => request(adminSettings, 'settings/restore', version),
    planCall: (plan) => request(adminCall, 'calls', plan),
    moveCall: (call, time) => request(adminCall, `calls/${encodeURIComponent(call)}/move`, time),
    endCall: (call, end) => request(adminCall, `calls/${encodeURIComponent(call)}/end`, end),
    endUnknownCalls: (end) => request(callsEnded, 'calls/end-unknown', end),
    dismissWebhook: (webhook) => request(webhookDismissed, `webhooks/${encodeURIComponent(webhook)}/dismiss`, {}),
    dismissDeadWebhooks: () => request(webhooksChanged, 'webhooks/dismiss-dead', {}),
    dismissOrphanedWebhooks: () => request(webhooksChanged, 'webhooks/dismiss-orphaned', {}),
    replayWebhook: (webhook) => request(webhookReplayed, `webhooks/${encodeURIComponent(webhook)}/replay`, {}),
    sendPendingWebhooks: () => request(webhooksChanged, 'webhooks/send-pending', {}),
    replayDeadWebhooks: () => request(webhooksChanged, 'webhooks/replay-dead', {}),
  };
}

function pageQuery(filter: Readonly<Record<string, string | undefined>>, before: string | undefined): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filter, before })) if (value !== undefined) query.set(name, value);
  return query;
}

async function failureOf(response: Response): Promise<ApiResult<never>> {
  const body: unknown = await response.json();
  const { code } = z.looseObject({ code: z.optional(z.string()) }).parse(body);
  return { ok: false, unauthorized: response.status === 401, message: messageOf(body), ...(code && { code }) };
}

function messageOf(body: unknown): string {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  if (typeof message !== 'string') return 'The proxy refused the request.';
  const problems = refusedValues.safeParse(body);
  return problems.success ? problems.data.issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ') : message;
}

/** A refusal that says what is wrong with which value. */
const refusedValues = z.looseObject({
  issues: z.array(z.looseObject({ path: z.string(), message: z.string() })).check(z.minLength(1)),
});
