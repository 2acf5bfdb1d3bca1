import { randomUUID } from 'node:crypto';
import type { FakeRoute } from './fake-service.ts';

export type FakeLead = { lead_id: string; phone: string; tags: string[] } & Record<string, unknown>;

/** Everything that was done, in order and with repetitions, so duplicates show. */
export type FakeLedger = {
  leads: FakeLead[];
  enrolments: { phone: string; workflow: string; by: 'POST' | 'PATCH' }[];
  calls: { call_id: string; phone: string; agent: string }[];
};

type FakeResponse = { status: number; body: unknown };

const failed = (status: number, message: string, more: object = {}): FakeResponse => ({
  status,
  body: { status: 'failed', message, ...more },
});

export class FakeLedgerBook {
  readonly #leads = new Map<string, FakeLead>();
  readonly #phones = new Map<string, string>();
  readonly #enrolments: FakeLedger['enrolments'] = [];
  readonly #calls: FakeLedger['calls'] = [];
  #hiddenFields: readonly string[] = [];

  hideFields(names: readonly string[]): void {
    this.#hiddenFields = names;
  }

  ledger(): FakeLedger {
    return structuredClone({
      leads: [...this.#leads.values()],
      enrolments: this.#enrolments,
      calls: this.#calls,
    });
  }

  process(route: FakeRoute, body: Record<string, unknown>, query: URLSearchParams): FakeResponse {
    switch (route) {
      case 'create':
        return this.#create(recordOf(body));
      case 'read': {
        const lead = this.#find(query.get('phone'), query.get('lead_id'));
        if (lead === undefined) return failed(404, 'Lead was not found');
        const visible = Object.entries(lead).filter(([name]) => !this.#hiddenFields.includes(name));
        return { status: 200, body: Object.fromEntries(visible) };
      }
      case 'update':
        return this.#update(body);
      case 'tag':
        return this.#tag(body);
      case 'send':
        return this.#enrol('POST', body);
      case 'update-and-send':
        return this.#enrol('PATCH', body);
      case 'call':
        return this.#call(body);
      case 'call-details':
        return this.#details(query.get('call_id') ?? '');
      case 'session':
        return {
          status: 200,
          body: {
            flow_id: body.flow_id,
            session: `webchat-session.${randomUUID()}`,
            flow_port: 443,
            wss_test_url: 'x',
          },
        };
    }
  }

  #find(phone: string | null, id: string | null): FakeLead | undefined {
    return this.#leads.get(phone ?? this.#phones.get(id ?? '') ?? '');
  }

  #create(record: Record<string, unknown>): FakeResponse {
    // The service takes ten digits for a number of North America without its country code.
    const phone = String(record.phone).replace(/^\d{10}$/, '1$&');
    const onFile = this.#leads.get(phone);
    if (onFile !== undefined) {
      const { lead_id, first_name } = onFile;
      return failed(409, 'Use the update method', { lead: { lead_id, phone, first_name } });
    }
    const lead = this.#add({ ...record, phone });
    return { status: 200, body: { status: 'success', message: 'created', lead: { ...lead, timezone: 'UTC' } } };
  }

  #add(record: Record<string, unknown>): FakeLead {
    const lead = { ...record, lead_id: randomUUID(), phone: String(record.phone), tags: [] };
    this.#leads.set(lead.phone, lead);
    this.#phones.set(lead.lead_id, lead.phone);
    return lead;
  }

  #update({ lead_id, ...fields }: Record<string, unknown>): FakeResponse {
    const lead = this.#find(null, String(lead_id));
    if (lead === undefined) return failed(404, 'Lead was not found');
    Object.assign(lead, fields);
    return { status: 200, body: { status: 'success', lead_id, message: 'updated' } };
  }

  #tag({ lead_id, tag }: Record<string, unknown>): FakeResponse {
    const lead = this.#find(null, String(lead_id));
    if (lead === undefined) return failed(404, 'Lead was not found');
    if (!lead.tags.includes(String(tag))) lead.tags.push(String(tag));
    return { status: 200, body: { status: 'success', lead_id, tag, message: 'tagged' } };
  }

  #enrol(by: 'POST' | 'PATCH', body: Record<string, unknown>): FakeResponse {
    const record = body.record === undefined ? undefined : recordOf(body);
    let lead = this.#find(record === undefined ? null : String(record.phone), String(body.lead_id));
    if (lead === undefined && record === undefined) return failed(400, 'Lead could not be found or created');
    lead ??= this.#add(record ?? {});
    if (by === 'PATCH') Object.assign(lead, record);
    this.#enrolments.push({ phone: lead.phone, workflow: String(body.workflow_id), by });
    const { lead_id } = lead;
    return { status: 200, body: { status: 'success', lead_id, workflow_assigned: true, message: 'enrolled' } };
  }

  #call({ phone, agent, from }: Record<string, unknown>): FakeResponse {
    const call_id = randomUUID();
    this.#calls.push({ call_id, phone: String(phone), agent: String(agent) });
    return { status: 200, body: { call_id, to: phone, from: from ?? '15550000000', agent } };
  }

  /** A call that was answered, transferred once, and ended. */
  #details(id: string): FakeResponse {
    const call = this.#calls.find(({ call_id }) => call_id === id);
    if (call === undefined) return failed(404, 'Call was not found');
    const times = { call_start: '2026-01-01T00:00:00Z', call_end: '2026-01-01T00:01:00Z' };
    const original = { call_id: id, phone_to: call.phone, ...times, disposition: 'Completed', answered_by: 'human' };
    const leg = { call_id: `${id}:1`, ...times, disposition: 'Completed', is_transfer: true };
    return { status: 200, body: [{ ...original, agent: call.agent, direction: 'out', transfer: true }, leg] };
  }
}

function recordOf(body: Record<string, unknown>): Record<string, unknown> {
  return typeof body.record === 'object' && body.record !== null ? { ...body.record } : {};
}
