export type { CallOutcome, LeadGateway, LeadOutcome, SettledLead } from './lead-gateway.ts';
