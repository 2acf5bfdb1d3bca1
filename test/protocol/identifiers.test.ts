import { describe, expect, it } from 'vitest';
import { parseJourneyId } from '../../src/protocol/identifiers.ts';
import { parseCallId } from '../../src/protocol/service/call.ts';

const journeyId = 'a1000000-0000-4000-8000-000000000001';
const flowId = 'f1000000-0000-4000-8000-000000000001';
const call = '7d9f2c10-1f4e-4f0e-9a67-51a8c1a3b0de';

describe('a journey as an operator gives it (Journey ID)', () => {
  it('is its id, and surrounding blanks are ignored', () => {
    expect(parseJourneyId(` ${journeyId}\n`)).toEqual({ ok: true, journeyId });
  });

  it('is taken from the address of the workspace, and not confused with the flow in it', () => {
    const address = `https://app.example/acme/journey/${journeyId}/flow/${flowId}`;
    expect(parseJourneyId(address, flowId)).toEqual({ ok: true, journeyId });
    expect(parseJourneyId(`https://app.example/acme/journey/${journeyId}`)).toEqual({ ok: true, journeyId });
  });

  it('is refused when it is the flow that the chat runs', () => {
    expect(parseJourneyId(flowId.toUpperCase(), flowId)).toEqual({ ok: false, problem: 'flow-id' });
  });

  it('is refused when it is not a UUID', () => {
    for (const typed of ['', 'welcome', `${journeyId}0`, `https://app.example/acme/flow/${flowId}`]) {
      expect(parseJourneyId(typed)).toEqual({ ok: false, problem: 'not-a-uuid' });
    }
  });
});

describe('the id of a call (Call record)', () => {
  it('distinguishes the original from its transfer legs', () => {
    expect(parseCallId(call)).toEqual({ call, leg: 0 });
    expect(parseCallId(`${call}:1`)).toEqual({ call, leg: 1 });
    expect(parseCallId(`${call}:12`)).toEqual({ call, leg: 12 });
  });

  it('is refused when it is not valid', () => {
    for (const id of ['', 'call-1', `${call}:0`, `${call}:`, `${call}:1:2`, `x${call}`]) {
      expect(parseCallId(id)).toBeUndefined();
    }
  });
});
