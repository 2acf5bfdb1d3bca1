export { createHooksGateway } from './hooks-gateway.ts';
export type { CallOutcome, LeadGateway, LeadOutcome, SettledLead } from './lead-gateway.ts';
export { createProxyGateway, type GatewayParts } from './proxy-gateway.ts';
export { leadsWait } from './waiting.ts';
