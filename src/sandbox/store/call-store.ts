import type { DatabaseSync } from 'node:sqlite';
import type { PlacedCall } from '../calls/simulated-call.ts';
import { fieldsIn, numberIn, textIn } from './columns.ts';

export type CallStore = ReturnType<typeof openCallStore>;

export function openCallStore(database: DatabaseSync) {
  const insert = database.prepare(
    'INSERT INTO calls (call_id, agent, phone_to, phone_from, request_data, placed_at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const byId = database.prepare('SELECT * FROM calls WHERE call_id = ?');
  const all = database.prepare('SELECT * FROM calls ORDER BY seq');
  return {
    add({ callId, agent, to, from, requestData, placedAt }: PlacedCall): void {
      insert.run(callId, agent, to, from, JSON.stringify(requestData), placedAt);
    },
    byId(callId: string): PlacedCall | undefined {
      const row = byId.get(callId);
      return row === undefined ? undefined : readCall(row);
    },
    all: () => all.all().map(readCall),
  };
}

function readCall(row: Record<string, unknown>): PlacedCall {
  return {
    callId: textIn(row, 'call_id'),
    agent: textIn(row, 'agent'),
    to: textIn(row, 'phone_to'),
    from: textIn(row, 'phone_from'),
    requestData: fieldsIn(row, 'request_data'),
    placedAt: numberIn(row, 'placed_at'),
  };
}
