import { expect, it } from 'vitest';
import { formatOutcome } from '../../src/admin/format.ts';
import { explainHold, formatCallReason, formatCause, stepNames } from '../../src/protocol/reason-words.ts';
import type { CallRefusal } from '../../src/proxy/calls/plan-call.ts';
import { limitsSchema } from '../../src/proxy/config/limits-schema.ts';
import { stepSchema } from '../../src/proxy/domain/lead.ts';
import type { HoldReason } from '../../src/proxy/intake/admission.ts';

const refusals: Record<CallRefusal, true> = {
  off: true,
  'not-offered': true,
  country: true,
  closed: true,
  past: true,
  'too-far': true,
};
const holds: Record<HoldReason, true> = {
  honeypot: true,
  'too-fast': true,
  'no-form': true,
  'captcha-failed': true,
  'captcha-unavailable': true,
  'phone-limit': true,
};

it('has a name for every step of a delivery', () => {
  expect(Object.keys(stepNames).toSorted()).toEqual(stepSchema.shape.step.options.toSorted());
});

it('has a text for every reason why a call is not placed', () => {
  const limits = limitsSchema.keyof().options.filter((name) => name.startsWith('calls'));
  for (const reason of ['held', ...Object.keys(refusals), ...limits]) {
    expect(formatCallReason(reason)).not.toBe(reason);
    expect(formatOutcome(`refused: ${reason}`)).toBe(formatCallReason(reason));
  }
  expect(formatOutcome('503 unavailable')).toBe('503 unavailable');
});

it('has a text for every reason why a lead is held', () => {
  for (const reason of Object.keys(holds)) {
    expect(formatCause(reason)).not.toBe(reason);
    expect(explainHold(reason)).toMatch(/\.$/);
  }
});

it('says plainly that the service has stored another phone', () => {
  for (const answer of ['create: created', 'create: on file', 'read: read']) {
    expect(formatCause(`${answer}, with another phone`)).toBe('The service changed the phone');
  }
});
