export {
  type AdminBlock,
  type AdminCause,
  type AdminLead,
  type AdminNote,
  type AdminStep,
  adminCauses,
  adminLead,
  adminLeads,
  type BulkDetails,
  blockList,
  blockRequest,
  bulkDetails,
  bulkRequest,
  bulkResult,
  type CloseRequest,
  type Closing,
  type CorrectRequest,
  closeRequest,
  closing,
  correctRequest,
  countRequest,
  csvRequest,
  erased,
  eraseRequest,
  fullName,
  type LeadAction,
  type LeadCount,
  type LeadFilter,
  type LeadSort,
  type LeadState,
  leadCount,
  leadFilter,
  leadSorts,
  leadStates,
  noteRequest,
  numberBlocked,
  type ReleaseCall,
  releaseRequest,
  resolveRequest,
  type StoredCorrection,
  searchRequest,
  storedCorrection,
  unblockRequest,
} from './admin-api.ts';
export {
  type AdminCall,
  adminCall,
  adminCalls,
  type CallFilter,
  type CallOutcome,
  callFilter,
  callOutcomes,
  callsEnded,
  type EndCallRequest,
  endCallRequest,
  endUnknownCallsRequest,
  type MoveCallRequest,
  moveCallRequest,
  type PlanCallRequest,
  planCallRequest,
} from './admin-calls.ts';
export { type AdminOverview, adminOverview } from './admin-overview.ts';
export {
  type ReceiverFormat,
  receiverFormats,
  receiverRemoval,
  receiverRequest,
  receiverSealing,
  type WebhookReceiverInfo,
  type WebhookReceivers,
  webhookReceivers,
  webhookTested,
  webhookTestRequest,
} from './admin-receivers.ts';
export {
  type AdminSettings,
  adminSettings,
  type SavedSettings,
  type SettingSource,
  type SettingsLayer,
  type SettingsPreview,
  type SettingsVersion,
  savedSettings,
  settingSources,
  settingsHistory,
  settingsPreview,
  settingsPreviewRequest,
  settingsRequest,
  settingsRestoreRequest,
} from './admin-settings.ts';
export {
  type GettingStarted,
  gettingStarted,
  type StartStep,
  startSteps,
} from './admin-start.ts';
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
export {
  type AttributionKey,
  attributionKeys,
  clickIds,
  isCampaignParameter,
  maxAddressLength,
  maxTouchLength,
  type Touch,
} from './attribution.ts';
export { maxBodyBytes, maxLeadBytes } from './body-size.ts';
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
export { choicesOf, isSeparable, joinChoices } from './choices-value.ts';
export { cleanText } from './clean-text.ts';
export { closedDays } from './closed-days.ts';
export { meetsConditions, visibleFields } from './condition.ts';
export { type ConditionProblem, conditionProblem, showIfProblem } from './condition-problem.ts';
export { type ConsentProblem, consentProblem, isConsentIssue } from './consent-problem.ts';
export { cutText, shortenAtWord, shortenText } from './cut-text.ts';
export { dateLimit, dateLimitsOf, isDate, localToday, todayAnywhere } from './date-value.ts';
export { isEmail } from './email.ts';
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
export { experimentName } from './experiment-name.ts';
export {
  createFieldValidator,
  type FieldResult,
  maxLengthOf,
  type PhoneResult,
  type ValueProblem,
} from './field-value.ts';
export { fileOnlyOptions, fileOnlyPaths, withoutFileOnly } from './file-only-options.ts';
export type {
  AttributeValue,
  ConditionValue,
  FieldValue,
  FormConsent,
  FormConsentInput,
  FormField,
  FormFieldInput,
} from './form.ts';
export {
  attributeValue,
  conditionValue,
  consentTextFor,
  countryCode,
  defaultFields,
  fieldName,
  fieldValue,
  formConsent,
  formField,
  maxUserTokenLength,
  phoneField,
  withPhone,
} from './form.ts';
export { type FormStep, formStep, formSteps, maxSteps, orderBySteps, stepOf, stepProblems } from './form-steps.ts';
export {
  type ChatownerFrame,
  type ClientFrame,
  chatownerFrame,
  clientFrame,
  containsPage,
  containsText,
  encodeClientMessage,
  type FrameParseResult,
  type MessageFrame,
  type MessageFrameTemplate,
  type MessagePage,
  maxFrameLength,
  messageFrame,
  messagePage,
  messagePlaceholder,
  parseServerFrame,
  type ServerFrame,
  type SessionFrame,
  serverFrame,
  sessionFrame,
} from './frames.ts';
export {
  type AdminFunnel,
  adminFunnel,
  type FunnelCounts,
  type FunnelDivision,
  type FunnelField,
  type FunnelReport,
  type FunnelRow,
  type FunnelStage,
  type FunnelStep,
  funnelDivisions,
  funnelReport,
  funnelStages,
  type LeadStage,
  leadStages,
  maxPageLength,
} from './funnel.ts';
export { type FunnelGoal, funnelGoals } from './funnel-goals.ts';
export { createHostCheck, isLoopbackName } from './host-check.ts';
export { destinationName, formName, type JourneyIdParseResult, parseJourneyId, uuid } from './identifiers.ts';
export { toJson } from './json.ts';
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
export { chooseLanguage, isLocale, type Localized, languageOf, readLocale, textIn } from './locale.ts';
export { languageTag, localized, localizedText } from './localized.ts';
export { openingHours, timeZone } from './opening-hours.ts';
export {
  type ClosedDays,
  closedDaysAt,
  isOpen,
  nextOpening,
  type OpeningHours,
  weekdays,
  zonesOf,
} from './opening-times.ts';
export {
  type AdminOperator,
  type AuditAction,
  type AuditEntry,
  adminAudit,
  adminOperator,
  auditActions,
  type OperatorRole,
  operatorRoles,
} from './operator.ts';
export { cleanUrl, mayLeave, type ParameterRules, pageUrl } from './page-address.ts';
export { hashOrigin, isPageAllowed } from './page-allowed.ts';
export { compilePattern } from './pattern.ts';
export { cleanPhone, digitsOf, type PhoneProblem, phoneDigits, withCountryCode } from './phone.ts';
export { previewRights } from './preview-rights.ts';
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
  type InlinedConfig,
  type PublicCall,
  type PublicCaptcha,
  type PublicConfig,
  type PublicForm,
  publicConfig,
  publicForm,
} from './public-config.ts';
export {
  type AdminRatings,
  adminRatings,
  maxRatingBytes,
  maxRatingCommentLength,
  type RatingRequest,
  ratingRequest,
  ratingValues,
} from './rating.ts';
export {
  consentFields,
  phoneConfirmedName,
  ratingCommentName,
  ratingName,
  reservedNames,
  verifiedFieldsName,
} from './reserved-names.ts';
export { parseSocketPath, type SocketPath, socketPath, socketUrl } from './socket-address.ts';
export { emptyValue, fitsType, hasOption, isEmptyValue } from './value-kind.ts';
export { WebUrl } from './web-url.ts';
export { type InitSessionRequest, initSessionRequest, type WebchatSession, webchatSession } from './webchat.ts';
export {
  type AdminWebhook,
  adminWebhook,
  adminWebhooks,
  callEventData,
  callEventTypes,
  leadEventData,
  leadEventTypes,
  ratingEventData,
  ratingEventType,
  type WebhookEvent,
  type WebhookType,
  webhookDismissed,
  webhookEvent,
  webhookReplayed,
  webhooksChanged,
  webhookTypes,
} from './webhook.ts';
export { type WebhookState, webhookStates } from './webhook-state.ts';
export {
  type SendToWorkflowRequest,
  sendToWorkflowRequest,
  type UpdateAndSendToWorkflowRequest,
  updateAndSendToWorkflowRequest,
  type WorkflowResponse,
  workflowResponse,
} from './workflow.ts';
export { isInternational, readWritten } from './written-number.ts';
