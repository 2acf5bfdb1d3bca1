import { describe, expect, it } from 'vitest';
import { errorBody, type Fields, type Harness, startSandbox } from './support/harness.ts';

const phone = '14155552671';
const unknown = '00000000-0000-4000-8000-000000000000';

const send = (api: Harness, body: Fields) =>
  api.rest('POST', '/lead/sendtoworkflow', { workflow_id: api.journey, ...body });
const updateAndSend = (api: Harness, body: Fields) =>
  api.rest('PATCH', '/lead/sendtoworkflow', { workflow_id: api.journey, ...body });

const enrolments = async (api: Harness) => (await api.state()).enrolments;

describe('Send to Workflow', () => {
  it('Send to Workflow, rule 1: creates a lead that is not on file from the record, and enrolls it', async () => {
    const api = await startSandbox();
    const { status, body } = await send(api, { record: { phone, first_name: 'Ada', plan: 'pro' } });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      lead_id: expect.any(String),
      workflow_assigned: true,
      message: expect.any(String),
    });
    expect(await api.getLead({ phone })).toMatchObject({ lead_id: body.lead_id, first_name: 'Ada', plan: 'pro' });
    expect(await enrolments(api)).toEqual([
      {
        lead_id: body.lead_id,
        workflow_id: api.journey,
        record: { phone, first_name: 'Ada', plan: 'pro', tags: [] },
        at: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it('Send to Workflow, rule 2: enrolls a lead on file with the data on file, and ignores the record', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone, first_name: 'Ada' });
    const { body } = await send(api, { record: { phone, first_name: 'Bea', company: 'New' } });
    expect(body.lead_id).toBe(lead_id);
    expect(await api.getLead({ lead_id })).toMatchObject({ first_name: 'Ada', company: '' });
    expect(await enrolments(api)).toMatchObject([{ lead_id, record: { phone, first_name: 'Ada' } }]);
    expect((await enrolments(api))[0].record).not.toHaveProperty('company');
  });

  it('Send to Workflow: enrolls a lead by its lead_id', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone });
    expect(await send(api, { lead_id })).toMatchObject({ status: 200, body: { lead_id, workflow_assigned: true } });
  });

  it('Send to Workflow: requires exactly one of record and lead_id', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone });
    for (const wrong of [{ lead_id, record: { phone } }, {}]) {
      expect(await send(api, wrong)).toMatchObject({ status: 400, body: errorBody });
    }
    expect(await enrolments(api)).toEqual([]);
  });

  it('Send to Workflow; Errors: says that a lead could not be found or created, and asks to try again', async () => {
    const api = await startSandbox();
    for (const lost of [{ lead_id: unknown }, { record: { first_name: 'Ada' } }]) {
      const { status, body } = await send(api, lost);
      expect(status).toBe(400);
      expect(body.message).toMatch(/could not be found or created.*try again/);
    }
    expect(await enrolments(api)).toEqual([]);
  });

  it('Send to Workflow: creates no lead for an unknown journey', async () => {
    const api = await startSandbox();
    const response = await send(api, { workflow_id: unknown, record: { phone } });
    expect(response).toMatchObject({ status: 404, body: errorBody });
    expect((await api.state()).leads).toEqual([]);
  });
});

describe('Update & Send to Workflow', () => {
  it('Update & Send to Workflow, rule 1: responds with 400 if record.phone and lead_id are missing, and sends nothing', async () => {
    const api = await startSandbox();
    await api.lead({ phone, first_name: 'Ada' });
    const response = await updateAndSend(api, { record: { first_name: 'Ada' } });
    expect(response).toMatchObject({ status: 400, body: errorBody });
    expect(await enrolments(api)).toEqual([]);
  });

  it('Update & Send to Workflow, rule 2: saves the record before it enrolls, so that the journey runs with the new data', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone, first_name: 'Ada', company: 'Old' });
    const { status, body } = await updateAndSend(api, { record: { phone, company: 'New', plan: 'pro' } });
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'success', lead_id, workflow_assigned: true, message: expect.any(String) });
    const saved = { first_name: 'Ada', company: 'New', plan: 'pro' };
    expect(await api.getLead({ lead_id })).toMatchObject(saved);
    expect(await enrolments(api)).toMatchObject([{ lead_id, record: { phone, ...saved } }]);
  });

  it('Update & Send to Workflow, rule 2: does not change fields that are not included', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone, first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' });
    await updateAndSend(api, { lead_id, record: { first_name: 'Augusta' } });
    expect(await api.getLead({ lead_id })).toMatchObject({
      phone,
      first_name: 'Augusta',
      last_name: 'Lovelace',
      email: 'ada@example.com',
    });
  });

  it('Update & Send to Workflow, rule 3: creates a lead that no id and no phone matches from the record, and enrolls it', async () => {
    const api = await startSandbox();
    const first = await updateAndSend(api, { record: { phone, first_name: 'Ada' } });
    expect(first.status).toBe(200);
    const second = await updateAndSend(api, { lead_id: unknown, record: { phone: '442079460958' } });
    expect(second.status).toBe(200);
    expect((await api.state()).leads.map((lead: Fields) => lead.phone)).toEqual([phone, '442079460958']);
    expect(await enrolments(api)).toHaveLength(2);
  });

  it('Update & Send to Workflow, rule 4: enrolls with every successful call, even one that changes nothing', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone });
    for (const _ of [1, 2, 3]) await updateAndSend(api, { lead_id, record: {} });
    expect(await enrolments(api)).toHaveLength(3);
  });

  it('Update & Send to Workflow, rule 5: matches the lead on file by E.164 digits, and refuses a phone in another form', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone });
    expect(await updateAndSend(api, { record: { phone } })).toMatchObject({ body: { lead_id } });
    expect(await updateAndSend(api, { record: { phone: '+1 415 555 2671' } })).toMatchObject({ status: 400 });
    expect((await api.state()).leads).toHaveLength(1);
  });

  it('Update & Send to Workflow: changes the phone of the lead that lead_id names, unless another lead has it', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone });
    await api.lead({ phone: '442079460958' });
    expect(await updateAndSend(api, { lead_id, record: { phone: '442079460958' } })).toMatchObject({ status: 400 });
    expect(await updateAndSend(api, { lead_id, record: { phone: '33142685300' } })).toMatchObject({ status: 200 });
    expect(await api.getLead({ lead_id })).toMatchObject({ phone: '33142685300' });
    expect(await enrolments(api)).toHaveLength(1);
  });

  it('Update & Send to Workflow; Journey ID: responds with 404 to an unknown journey, and rejects a Flow ID as a Journey ID', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone, company: 'Old' });
    const lost = { lead_id, record: { company: 'New' } };
    expect(await updateAndSend(api, { workflow_id: unknown, ...lost })).toMatchObject({ status: 404, body: errorBody });
    const flow = await updateAndSend(api, { workflow_id: api.flow, ...lost });
    expect(flow).toMatchObject({ status: 404, body: { message: expect.stringContaining('Journey ID') } });
    expect(await api.getLead({ lead_id })).toMatchObject({ company: 'Old' });
  });

  it('Update & Send to Workflow: responds with 400 to missing fields and to a lead that no longer exists', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone });
    for (const wrong of [
      { workflow_id: undefined, record: { phone } },
      { lead_id },
      { lead_id: unknown, record: {} },
    ]) {
      expect(await updateAndSend(api, wrong)).toMatchObject({ status: 400, body: errorBody });
    }
  });

  it('Send to Workflow; Update & Send to Workflow: accepts the additional journeys of the options', async () => {
    const journey = 'a2000000-0000-4000-8000-000000000002';
    const api = await startSandbox({ journeys: [journey] });
    expect(await send(api, { workflow_id: journey, record: { phone } })).toMatchObject({ status: 200 });
    expect(await enrolments(api)).toMatchObject([{ workflow_id: journey }]);
  });
});
