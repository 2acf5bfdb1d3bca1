import type {
  CallRecord,
  CreateLeadRequest,
  CreateLeadResponse,
  GetLeadQuery,
  InitiateCallRequest,
  InitiateCallResponse,
  InitSessionRequest,
  Lead,
  SendToWorkflowRequest,
  TagRequest,
  TagResponse,
  UpdateAndSendToWorkflowRequest,
  UpdateLeadRequest,
  UpdateLeadResponse,
  WebchatSession,
  WorkflowResponse,
} from '../protocol/index.ts';

export type CallOptions = {
  /** Gives the request up. Whether the service got it by then is told by `sent` of the error. */
  signal?: AbortSignal;
};

/** 4.3: the fields stand beside `lead_id`; a `record` would be stored as a field of that name. */
export type UpdateLeadInput = UpdateLeadRequest & { record?: never };

/** 4.6: the same two that Add Tag takes. */
export type RemoveTagInput = { lead_id: string; tag: string };

/** 4.9: the id that `initiateCall` returned. */
export type GetCallInput = { call_id: string };

/**
 * The service, one method per endpoint. Each sends one request and never repeats it; each rejects with a
 * `ServiceError` and with nothing else.
 */
export interface ServiceClient {
  /** 4.1: rings a real person. */
  initiateCall(input: InitiateCallRequest, options?: CallOptions): Promise<InitiateCallResponse>;
  /** 4.2: `lead-exists` when the phone is on file. */
  createLead(input: CreateLeadRequest, options?: CallOptions): Promise<CreateLeadResponse>;
  /** 4.3: changes only the fields that are given. */
  updateLead(input: UpdateLeadInput, options?: CallOptions): Promise<UpdateLeadResponse>;
  /** 4.4: by phone or by lead_id; `lead-not-found` when there is none. */
  getLead(input: GetLeadQuery, options?: CallOptions): Promise<Lead>;
  /** 4.5 */
  addTag(input: TagRequest, options?: CallOptions): Promise<TagResponse>;
  /** 4.6 */
  removeTag(input: RemoveTagInput, options?: CallOptions): Promise<TagResponse>;
  /** 4.7: keeps the data of a lead on file, and enrolls it. */
  sendToWorkflow(input: SendToWorkflowRequest, options?: CallOptions): Promise<WorkflowResponse>;
  /** 4.8: overwrites the fields that are given, then enrolls. */
  updateAndSendToWorkflow(input: UpdateAndSendToWorkflowRequest, options?: CallOptions): Promise<WorkflowResponse>;
  /** 4.9: the original record, then one per transfer leg. */
  getCall(input: GetCallInput, options?: CallOptions): Promise<CallRecord[]>;
  /** 4.10: a chat session that carries the lead's data. */
  initSession(input: InitSessionRequest, options?: CallOptions): Promise<WebchatSession>;
}
