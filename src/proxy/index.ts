export { ConfigError } from './config/config-error.ts';
export { environmentVariables } from './config/environment.ts';
export { type ConfigReading, parseConfig } from './config/parse-config.ts';
export { type ReadConfigOptions, readConfig } from './config/read-config.ts';
export type { ProxyConfig, ProxyConfigInput } from './config/schema.ts';
export { createProxy, type ProxyOptions } from './create-proxy.ts';
export type { Delivery, DeliveryStatus } from './delivery/create-delivery.ts';
export { nodeDoctorParts } from './doctor/node-doctor-parts.ts';
export {
  type AssumptionFinding,
  type DoctorCheck,
  type DoctorReport,
  describeReport,
  reportFaults,
} from './doctor/report.ts';
export { type DoctorDeps, runDoctor } from './doctor/run-doctor.ts';
export type { RequestInfo } from './http/exchange.ts';
export type { LimitAnswer, Limiter, LimiterFactory } from './limits/limiter.ts';
export type { Log, LogFacts } from './log.ts';
export type { ProxyDeps } from './parts.ts';
export type { LeadProxy } from './run-proxy.ts';
export { type ErasePhoneResult, erasePhone } from './server/erase-phone.ts';
export { type ProxyServer, type ProxyServerOptions, startProxyServer } from './server/start-proxy-server.ts';
export type { LeadStore } from './store/index.ts';
export type { Asset, WidgetAssets } from './widget/assets.ts';
