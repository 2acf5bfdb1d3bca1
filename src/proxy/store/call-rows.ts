import * as z from 'zod/mini';
import { callEnd, callSchema, type Placing, placingSchema, type StoredCall } from '../domain/call.ts';
import { heldReason } from '../domain/lead.ts';
import { describeRows, jsonText, recordText } from './rows.ts';
import type { Row, SqlScalar } from './sql.ts';

/** A call as its row has it: what is no text or number is JSON. */
const storedCall = z.extend(callSchema, {
  requestData: z.optional(recordText),
  ended: z.optional(jsonText(callEnd)),
});

/** The rows of `calls`. Damaged request data is left out: calling somebody without it is better than not at all. */
const callRows = describeRows(storedCall, {
  names: { id: 'call', from: 'caller' },
  fallbacks: { requestData: () => undefined, ended: () => undefined },
});
const placingRows = describeRows(placingSchema, { names: { reason: 'refusal' } });
export const callColumns = [...callRows.columns, ...placingRows.columns];

/** `isHeldCall`, as a condition on a row. */
export const heldCallSql = `state = 'refused' AND reason = '${heldReason}'`;

export function readCall(row: Row): StoredCall {
  return { ...callRows.read(row), ...readPlacing(row) };
}

export function writeCall(call: StoredCall): Record<string, SqlScalar> {
  return { ...callRows.write(call), ...placingRows.write(call.placing ?? { attempts: 0 }) };
}

function readPlacing(row: Row): { placing?: Placing } {
  const read = placingRows.read(row);
  return read.attempts === 0 && Object.keys(read).length === 1 ? {} : { placing: read };
}

/** What a lead shows of its calls. */
export type ShownCall = Pick<StoredCall, 'id' | 'state' | 'reason' | 'serviceCall' | 'placing'>;

const shownCallRows = describeRows(z.pick(storedCall, { id: true, state: true, reason: true, serviceCall: true }), {
  names: { id: 'call' },
});
export const shownCallColumns = [...shownCallRows.columns, ...placingRows.columns];
const shownCalls = jsonText(z.array(z.record(z.string(), z.unknown())));

/** Reads the calls that a query has put into one JSON text. */
export function readShownCalls(text: unknown): ShownCall[] {
  return shownCalls.parse(text).map((row) => ({ ...shownCallRows.read(row), ...readPlacing(row) }));
}
