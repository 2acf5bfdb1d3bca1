import type { AssumptionsInput } from '../protocol/service/assumptions.ts';
import type { CallRecord, InitiateCallRequest, InitiateCallResponse } from '../protocol/service/call.ts';
import type {
  CreateLeadRequest,
  CreateLeadResponse,
  GetLeadQuery,
  Lead,
  TagRequest,
  TagResponse,
  UpdateLeadRequest,
  UpdateLeadResponse,
} from '../protocol/service/lead.ts';
import type { InitSessionRequest, WebchatSession } from '../protocol/service/webchat.ts';
import type {
  SendToWorkflowRequest,
  UpdateAndSendToWorkflowRequest,
  WorkflowResponse,
} from '../protocol/service/workflow.ts';
import type { Fetch } from './send-http.ts';

export type ServiceClientOptions = {
  /** REST address with the version: `https://host/v1`. */
  baseUrl: string;
  /** Host of webchat session initialization. */
  hooksUrl: string;
  /** API key of the workspace. No property, error or log contains it. */
  apiKey: string;
  /** Assumptions to change where the live service differs. @default {} */
  assumptions?: AssumptionsInput;
  /** Time limit of one request, response body included. @default 15000 */
  timeoutMs?: number;
  /** For tests, and for runtimes without a global fetch. @default globalThis.fetch */
  fetch?: Fetch;
  /**
   * Sends what may be repeated: everything except calls and enrolments, and tags unless `assumptions.tagsAreASet`. It may keep
   * connections, of which one may turn out to be dead. @default `fetch`, with a new connection for each request
   */
  keptFetch?: Fetch;
  /** Current time, to interpret dates in Retry-After. @default Date.now */
  now?: () => number;
};

export type CallOptions = {
  /** Aborts the request. `sent` of the error says whether the service may have received it. */
  signal?: AbortSignal;
};

/** The fields stand next to `lead_id`. A `record` would be stored as a field of that name. */
export type UpdateLeadInput = UpdateLeadRequest & { record?: never };

/** The same two as in Add Tag. */
export type RemoveTagInput = { lead_id: string; tag: string };

/** The id that `initiateCall` returned. */
export type GetCallInput = { call_id: string };

/**
 * The service API with one method per endpoint. A method sends one request, never repeats it, and rejects only with a
 * `ServiceError`.
 */
export interface ServiceClient {
  /** Initiate Call: calls a real person. */
  initiateCall(input: InitiateCallRequest, options?: CallOptions): Promise<InitiateCallResponse>;
  /** Create Lead: rejects with `lead-exists` if the phone is on file. */
  createLead(input: CreateLeadRequest, options?: CallOptions): Promise<CreateLeadResponse>;
  /** Update Lead: changes only the fields that are sent. */
  updateLead(input: UpdateLeadInput, options?: CallOptions): Promise<UpdateLeadResponse>;
  /** Get Lead, by phone or by lead_id: rejects with `lead-not-found` if there is none. */
  getLead(input: GetLeadQuery, options?: CallOptions): Promise<Lead>;
  /** Add Tag. */
  addTag(input: TagRequest, options?: CallOptions): Promise<TagResponse>;
  /** Remove Tag. */
  removeTag(input: RemoveTagInput, options?: CallOptions): Promise<TagResponse>;
  /** Send to Workflow: enrolls a lead and keeps its data on file. */
  sendToWorkflow(input: SendToWorkflowRequest, options?: CallOptions): Promise<WorkflowResponse>;
  /** Update & Send to Workflow: overwrites the fields that are sent, then enrolls. */
  updateAndSendToWorkflow(input: UpdateAndSendToWorkflowRequest, options?: CallOptions): Promise<WorkflowResponse>;
  /** Get Call Details: the original record, then one per transfer leg. */
  getCall(input: GetCallInput, options?: CallOptions): Promise<CallRecord[]>;
  /** Webchat session initialization: a chat session with the lead's data. */
  initSession(input: InitSessionRequest, options?: CallOptions): Promise<WebchatSession>;
}
