export {
  type AdminLead,
  type AdminOverview,
  type AdminStep,
  adminLead,
  adminLeads,
  adminOverview,
  erased,
  eraseRequest,
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
  readCallId,
} from './call.ts';
export { type CallState, callAccepted, callState, callStatus } from './call-answers.ts';
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
export { type FormField, type FormFieldInput, formField } from './form.ts';
export { countryCode, type FormConsent, formConsent } from './form-consent.ts';
export { defaultFields, phoneField, withPhone } from './form-fields.ts';
export {
  type ChatownerFrame,
  type ClientFrame,
  chatownerFrame,
  clientFrame,
  encodeClientMessage,
  type FrameReading,
  type MessageFrame,
  maxFrameLength,
  messageFrame,
  readServerFrame,
  type ServerFrame,
  type SessionFrame,
  serverFrame,
  sessionFrame,
} from './frames.ts';
export { formName, type JourneyIdReading, readJourneyId, sessionId, timestamp, uuid } from './identifiers.ts';
export {
  type CreateLeadRequest,
  type CreateLeadResponse,
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
  type UpdateLeadRequest,
  type UpdateLeadResponse,
  updateLeadRequest,
  updateLeadResponse,
} from './lead.ts';
export { fieldValue, type LeadRequest, leadReference, leadRequest } from './lead-request.ts';
export { type LeadState, leadStates } from './lead-state.ts';
export { isOpen, type OpeningHours, weekdays, zonesOf } from './opening-hours.ts';
export { digitsOf, phoneDigits, withCountryCode } from './phone.ts';
export { type LeadAccepted, leadAccepted, type ProxySession, proxySession, sessionAnswer } from './proxy-answers.ts';
export {
  type PublicCall,
  type PublicCaptcha,
  type PublicConfig,
  type PublicForm,
  publicConfig,
  publicForm,
} from './public-config.ts';
export { readSocketPath, type SocketPath, socketPath, socketUrl } from './socket-address.ts';
export { configuredTag, type TagRequest, type TagResponse, tag, tagRequest, tagResponse } from './tag.ts';
export { type InitSessionRequest, initSessionRequest, type WebchatSession, webchatSession } from './webchat.ts';
export {
  type SendToWorkflowRequest,
  sendToWorkflowRequest,
  type UpdateAndSendToWorkflowRequest,
  updateAndSendToWorkflowRequest,
  type WorkflowResponse,
  workflowResponse,
} from './workflow.ts';
