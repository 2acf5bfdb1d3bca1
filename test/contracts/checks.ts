import type { Check } from './check.ts';
import { accessChecks } from './checks/access.ts';
import { callChecks } from './checks/calls.ts';
import { leadChecks } from './checks/leads.ts';
import { sessionChecks } from './checks/sessions.ts';
import { socketChecks } from './checks/sockets.ts';
import { tagChecks } from './checks/tags.ts';
import { workflowChecks } from './checks/workflows.ts';

/** The whole contract, in the order in which it is run. */
export const checks: readonly Check[] = [
  ...accessChecks,
  ...leadChecks,
  ...tagChecks,
  ...workflowChecks,
  ...callChecks,
  ...sessionChecks,
  ...socketChecks,
];
