export type {
  CallCap,
  CallChange,
  CallDecision,
  CallLog,
  CallPlan,
  CallRequested,
  HeldCallChoice,
  LeadCall,
  PlannedCallDecision,
  RefusedCall,
  StoredCall,
} from './call-log.ts';
export type {
  Checkpoint,
  CheckpointOutcome,
  ClaimRequest,
  DeliveryQueue,
  SweepRequest,
  SweptLeads,
} from './delivery-queue.ts';
export type { Funnel, FunnelCount, FunnelQuery, FunnelSum } from './funnel.ts';
export type {
  Activity,
  CallQuery,
  Decision,
  LeadAdmin,
  LeadQuery,
  ListedCall,
  PhoneRecords,
  ReplayRequest,
} from './lead-admin.ts';
export type { Acceptance, LeadIntake, NewLead } from './lead-intake.ts';
export type { LeadStore } from './lead-store.ts';
export type { SettingsRecord, SettingsStore } from './settings-store.ts';
export { causeOf } from './steps.ts';
export { isStoreError, StoreError, type StoreErrorCode, storeErrorCode, storeFailureReason } from './store-error.ts';
export type { StoreOwner } from './store-owner.ts';
export type {
  DeliveryPlan,
  Step,
  StepKind,
  StepState,
  StoredLead,
} from './stored-lead.ts';
export type { StoredWebhook, WebhookOutcome, WebhookQueue, WebhookReceiver } from './webhook-queue.ts';
