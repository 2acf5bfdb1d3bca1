import type { AdminCall } from '../protocol/admin/calls.ts';

export const callStateNames: Record<AdminCall['state'], string> = {
  planned: 'Planned',
  waiting: 'Waiting',
  placing: 'Being placed',
  ringing: 'Ringing',
  answered: 'Answered',
  completed: 'Completed',
  failed: 'Not reached',
  expired: 'Not called in time',
  cancelled: 'Cancelled',
  refused: 'Refused',
  unknown: 'Check by hand',
};
