import { expect, it } from 'vitest';
import { describeEvents } from '../../src/admin/webhook-texts.ts';

// States stood there as the API calls them: "dead".
it('says when a receiver is told, with the names that the lists give states', () => {
  expect(describeEvents(['lead.accepted'], undefined)).toBe('Told when a new lead comes in.');
  expect(describeEvents(['lead.closed', 'call.ended'], ['dead', 'held', 'expired'])).toBe(
    'Told when a lead was closed or a call has ended. Only if it is then “Refused”, “Suspected spam”, or “Not called in time”.',
  );
  expect(describeEvents([], undefined)).toBe('Told of nothing.');
});
