export { createServiceClient } from './create-service-client.ts';
export type { Fetch, FetchedResponse, FetchInit } from './send-http.ts';
export { connectionErrorCode } from './sent-status.ts';
export type {
  CallOptions,
  GetCallInput,
  RemoveTagInput,
  ServiceClient,
  ServiceClientOptions,
  UpdateLeadInput,
} from './service-client.ts';
export {
  isServiceError,
  type Operation,
  type Sent,
  ServiceError,
  type ServiceErrorCode,
  serviceErrorCodes,
} from './service-error.ts';
