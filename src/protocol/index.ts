export {
  type AdminCall,
  type AdminLead,
  type AdminOverview,
  type AdminStep,
  adminCall,
  adminCalls,
  adminLead,
  adminLeads,
  adminOverview,
  erased,
  eraseRequest,
  type LeadState,
  leadStates,
  resolveRequest,
} from './admin-api.ts';
export {
  type AssumptionName,
  type AssumptionNote,
  type Assumptions,
  type AssumptionsInput,
  assumptionNotes,
  assumptionsSchema,
  defaultAssumptions,
  type FixedAssumption,
} from './assumptions.ts';
export { type AttributionKey, attributionKeys, type Touch, touch } from './attribution.ts';
export {
  type CallRecord,
  callDetailsResponse,
  callId,
  callRecord,
  type InitiateCallRequest,
  type InitiateCallResponse,
  initiateCallRequest,
  initiateCallResponse,
  parseCallId,
} from './call.ts';
export {
  type ErrorBody,
  errorBody,
  type Issue,
  issue,
  type ProxyErrorBody,
  type ProxyErrorCode,
  proxyErrorBody,
  proxyErrorStatus,
} from './errors.ts';
export {
  countryCode,
  defaultFields,
  type FormConsent,
  type FormField,
  type FormFieldInput,
  formConsent,
  formField,
  phoneField,
  withPhone,
} from './form.ts';
export {
  type ChatownerFrame,
  type ClientFrame,
  chatownerFrame,
  clientFrame,
  encodeClientMessage,
  type FrameParseResult,
  type MessageFrame,
  maxFrameLength,
  messageFrame,
  parseServerFrame,
  type ServerFrame,
  type SessionFrame,
  serverFrame,
  sessionFrame,
} from './frames.ts';
export { formName, type JourneyIdParseResult, parseJourneyId, sessionId, timestamp, uuid } from './identifiers.ts';
export {
  type CreateLeadRequest,
  type CreateLeadResponse,
  configuredTag,
  createLeadRequest,
  createLeadResponse,
  type ExistingLead,
  existingLead,
  type GetLeadQuery,
  type Lead,
  type LeadRecord,
  lead,
  leadExistsResponse,
  leadRecord,
  type TagRequest,
  type TagResponse,
  tag,
  tagRequest,
  tagResponse,
  type UpdateLeadRequest,
  type UpdateLeadResponse,
  updateLeadRequest,
  updateLeadResponse,
} from './lead.ts';
export { fieldValue, type LeadRequest, leadReference, leadRequest } from './lead-request.ts';
export { isOpen, type OpeningHours, weekdays, zonesOf } from './opening-hours.ts';
export { digitsOf, phoneDigits, withCountryCode } from './phone.ts';
export {
  type CallState,
  callAccepted,
  callState,
  callStates,
  callStatus,
  type LeadAccepted,
  leadAccepted,
  type ProxySession,
  proxySession,
  sessionResponse,
} from './proxy-responses.ts';
export {
  type PublicCall,
  type PublicCaptcha,
  type PublicConfig,
  type PublicForm,
  publicConfig,
  publicForm,
} from './public-config.ts';
export { parseSocketPath, type SocketPath, socketPath, socketUrl } from './socket-address.ts';
export { type InitSessionRequest, initSessionRequest, type WebchatSession, webchatSession } from './webchat.ts';
export {
  type SendToWorkflowRequest,
  sendToWorkflowRequest,
  type UpdateAndSendToWorkflowRequest,
  updateAndSendToWorkflowRequest,
  type WorkflowResponse,
  workflowResponse,
} from './workflow.ts';
