export {
  type AdminCall,
  type AdminCause,
  type AdminLead,
  type AdminOverview,
  type AdminStep,
  adminCall,
  adminCalls,
  adminCauses,
  adminLead,
  adminLeads,
  adminOverview,
  type BulkAction,
  bulkRequest,
  bulkResult,
  csvRequest,
  erased,
  eraseRequest,
  fullName,
  type LeadFilter,
  type LeadState,
  leadFilter,
  leadStates,
  resolveRequest,
  searchRequest,
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
export { type AttributionKey, attributionKeys, type Touch } from './attribution.ts';
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
export { type CallState, callState, callStates, isCallUnderWay } from './call-state.ts';
export { cleanText } from './clean-text.ts';
export { type ConsentProblem, consentProblem } from './consent-problem.ts';
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
export { createFieldValidator, type FieldResult, type PhoneResult, type ValueProblem } from './field-value.ts';
export {
  type AttributeValue,
  attributeValue,
  consentTextFor,
  countryCode,
  defaultFields,
  type FieldValue,
  type FormConsent,
  type FormConsentInput,
  type FormField,
  type FormFieldInput,
  fieldName,
  fieldValue,
  formConsent,
  formField,
  maxUserTokenLength,
  phoneField,
  withPhone,
} from './form.ts';
export {
  type ChatownerFrame,
  type ClientFrame,
  chatownerFrame,
  clientFrame,
  containsText,
  encodeClientMessage,
  type FrameParseResult,
  type MessageFrame,
  type MessageFrameTemplate,
  maxFrameLength,
  messageFrame,
  parseServerFrame,
  type ServerFrame,
  type SessionFrame,
  serverFrame,
  sessionFrame,
} from './frames.ts';
export { createHostCheck, isLoopbackName } from './host-check.ts';
export { formName, type JourneyIdParseResult, parseJourneyId, uuid } from './identifiers.ts';
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
export { isOpen, nextOpening, type OpeningHours, openingHours, timeZone, weekdays, zonesOf } from './opening-hours.ts';
export { compilePattern } from './pattern.ts';
export { digitsOf, type PhoneProblem, phoneDigits, withCountryCode } from './phone.ts';
export {
  callRequest,
  identityRequest,
  type LeadRequest,
  leadReference,
  leadRequest,
  touch,
} from './proxy-requests.ts';
export {
  callAccepted,
  callStatus,
  identityResponse,
  type LeadAccepted,
  leadAccepted,
  type ProxySession,
  proxySession,
  sessionResponse,
} from './proxy-responses.ts';
export {
  captchaAction,
  consentOf,
  type InlinedConfig,
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
  type AdminWebhook,
  adminWebhook,
  adminWebhooks,
  callEventData,
  callEventTypes,
  deadWebhooksReplayed,
  leadEventData,
  leadEventTypes,
  type WebhookEvent,
  type WebhookState,
  type WebhookType,
  webhookEvent,
  webhookReplayed,
  webhookStates,
  webhookTypes,
} from './webhook.ts';
export {
  type SendToWorkflowRequest,
  sendToWorkflowRequest,
  type UpdateAndSendToWorkflowRequest,
  updateAndSendToWorkflowRequest,
  type WorkflowResponse,
  workflowResponse,
} from './workflow.ts';
