export { type WebhookEvent, webhookEvent } from '../protocol/proxy/webhook.ts';
export { describeMisspelt, environmentVariables } from './config/environment.ts';
export { hasOperators } from './config/operators-schema.ts';
export { ConfigError, type ConfigResult, parseConfig } from './config/parse-config.ts';
export { type ReadConfigOptions, type ReadConfigResult, readConfig } from './config/read-config.ts';
export type { ProxyConfig, ProxyConfigInput } from './config/schema.ts';
export type { LeadProxy } from './create-proxy.ts';
export { createProxy, type ProxyOptions } from './create-proxy.ts';
export type { Delivery, DeliveryStatus } from './delivery/create-delivery.ts';
export type { ProxyDeps } from './deps.ts';
export { createNodeDoctorDeps } from './doctor/node-doctor-deps.ts';
export {
  type AssumptionFinding,
  type DoctorCheck,
  type DoctorReport,
  describeReport,
  reportProblems,
} from './doctor/report.ts';
export { type DoctorDeps, runDoctor } from './doctor/run-doctor.ts';
export type { RequestInfo } from './http/app-environment.ts';
export type { Limiter, LimiterFactory, LimitResult } from './limits/limiter.ts';
export type { Log, LogFacts } from './log.ts';
export {
  type BlockPhoneRequest,
  type BlockPhoneResult,
  blockPhone,
  type UnblockPhoneResult,
  unblockPhone,
} from './server/block-phone.ts';
export { type ErasePhoneResult, erasePhone } from './server/erase-phone.ts';
export { type ExportPhoneResult, exportPhone, exportSettings, type PhoneExport } from './server/export.ts';
export { createPinoLog } from './server/pino-log.ts';
export { type ProxyServer, type ProxyServerOptions, startProxyServer } from './server/start-proxy-server.ts';
export type { LeadStore } from './store/create-store.ts';
export { describeStore } from './store/describe-store.ts';
export { isStoreError } from './store/store-error.ts';
export type { PostWebhook, WebhookRequest, WebhookResponse } from './webhooks/post-webhook.ts';
export type { Asset, WidgetAssets } from './widget/assets.ts';
