import { describe, expect, it } from 'vitest';
import { errorBody, startSandbox } from './support/harness.ts';
import { ManualClock } from './support/manual-clock.ts';

const phone = '14155552671';

describe('Create Lead', () => {
  it('Create Lead: responds with the lead, all strings', async () => {
    const api = await startSandbox();
    const { status, body } = await api.rest('POST', '/lead/create', { record: { phone, first_name: 'Ada' } });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      message: expect.any(String),
      lead: {
        lead_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        phone,
        first_name: 'Ada',
        last_name: '',
        timezone: 'America/Los_Angeles',
      },
    });
  });

  it('Create Lead, rule 1: responds with 409 to a phone on file, with the lead on file, and changes nothing', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone, first_name: 'Ada' });
    const again = await api.rest('POST', '/lead/create', { record: { phone, first_name: 'Bea', company: 'New' } });
    expect(again.status).toBe(409);
    expect(again.body).toEqual({
      status: 'failed',
      message: expect.stringMatching(/update method/),
      lead: { lead_id, phone, first_name: 'Ada' },
    });
    expect((await api.state()).leads).toMatchObject([{ lead_id, first_name: 'Ada', company: '' }]);
  });

  it('Create Lead, rule 2: prepends 1 to a number without country code, on a lead on file too', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone: '4155552671' });
    expect(await api.getLead({ lead_id })).toMatchObject({ phone });
    const again = await api.rest('POST', '/lead/create', { record: { phone: '4155552671' } });
    expect(again).toMatchObject({ status: 409, body: { lead: { lead_id } } });
  });

  it('Create Lead, rule 2: leaves a number with its country code alone', async () => {
    const api = await startSandbox();
    await api.lead({ phone: '442079460958' });
    expect((await api.state()).leads).toMatchObject([{ phone: '442079460958', timezone: 'Europe/London' }]);
  });

  it('Lead: refuses a phone that is not digits only, and one that cannot be a number', async () => {
    const api = await startSandbox();
    for (const wrong of ['+14155552671', '(415) 555-2671', '12345', '1'.repeat(16), '', 'ten digits', '٤١٥٥٥٥٢٦٧١']) {
      const { status, body } = await api.rest('POST', '/lead/create', { record: { phone: wrong } });
      expect([wrong, status]).toEqual([wrong, 400]);
      expect(body).toEqual(errorBody);
    }
    expect((await api.state()).leads).toEqual([]);
  });

  it('Lead: keeps email, company and custom fields of any type', async () => {
    const api = await startSandbox();
    const fields = {
      email: 'ada@example.com',
      company: 'Engines',
      seats: 12,
      trial: true,
      page: { path: ['/', null] },
    };
    const lead_id = await api.lead({ phone, ...fields });
    expect(await api.getLead({ lead_id })).toMatchObject(fields);
  });

  it('Lead: refuses fields that the service sets itself, and an invalid email', async () => {
    const api = await startSandbox();
    for (const wrong of [{ tags: ['vip'] }, { lead_id: 'x' }, { created_at: '2020' }, { email: 'no email' }]) {
      expect(await api.rest('POST', '/lead/create', { record: { phone, ...wrong } })).toMatchObject({ status: 400 });
    }
  });

  it('Create Lead: needs a record with a phone', async () => {
    const api = await startSandbox();
    for (const wrong of [{}, { record: {} }, { record: { first_name: 'Ada' } }, { record: 'Ada' }, { phone }, []]) {
      const { status, body } = await api.rest('POST', '/lead/create', wrong);
      expect([wrong, status]).toEqual([wrong, 400]);
      expect(body).toEqual(errorBody);
    }
  });
});

describe('Update Lead', () => {
  it('Update Lead: changes only the fields sent, and the time of the update', async () => {
    const clock = new ManualClock();
    const api = await startSandbox({ clock });
    const lead_id = await api.lead({ phone, first_name: 'Ada', company: 'Old', plan: 'pro' });
    const before = await api.getLead({ lead_id });
    clock.advance(60_000);
    const response = await api.rest('PATCH', '/lead/update', { lead_id, company: 'New', seats: 4 });
    expect(response.body).toEqual({ status: 'success', lead_id, message: expect.any(String) });
    const updated_at = '2026-11-20T09:01:00.000Z';
    expect(await api.getLead({ lead_id })).toEqual({ ...before, company: 'New', seats: 4, updated_at });
  });

  it('Update Lead: takes the fields at the top level of the body, and refuses them inside record', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone, company: 'Old' });
    const response = await api.rest('PATCH', '/lead/update', { lead_id, record: { company: 'New' } });
    expect(response).toMatchObject({ status: 400, body: errorBody });
    expect(await api.getLead({ lead_id })).toMatchObject({ company: 'Old' });
  });

  it('Update Lead: refuses an invalid email, and leaves the lead as it was', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone, email: 'ada@example.com' });
    const response = await api.rest('PATCH', '/lead/update', { lead_id, email: 'nothing', company: 'New' });
    expect(response).toMatchObject({ status: 400, body: { message: expect.stringContaining('email') } });
    expect(await api.getLead({ lead_id })).toMatchObject({ email: 'ada@example.com', company: '' });
  });

  it('Update Lead: gives a lead another phone with its time zone, but not the phone of another lead', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone });
    const secondId = await api.lead({ phone: '442079460958', first_name: 'Bea' });
    const taken = await api.rest('PATCH', '/lead/update', { lead_id, phone: '442079460958' });
    expect(taken).toMatchObject({ status: 409, body: { lead: { lead_id: secondId } } });
    await api.rest('PATCH', '/lead/update', { lead_id, phone: '33142685300' });
    expect((await api.state()).leads[0]).toMatchObject({ lead_id, phone: '33142685300', timezone: 'Europe/Paris' });
    expect(await api.rest('PATCH', '/lead/update', { lead_id, phone: 5 })).toMatchObject({ status: 400 });
  });

  it('Update Lead: responds to an unknown lead with the error body', async () => {
    const api = await startSandbox();
    const lead_id = '00000000-0000-4000-8000-000000000000';
    expect(await api.rest('PATCH', '/lead/update', { lead_id, company: 'X' })).toMatchObject({
      status: 404,
      body: errorBody,
    });
  });
});

describe('Get Lead', () => {
  it('Get Lead: finds a lead by phone and by lead_id, with every field of the table', async () => {
    const api = await startSandbox({ clock: new ManualClock() });
    const lead_id = await api.lead({ phone, first_name: 'Ada' });
    const lead = await api.getLead({ phone });
    expect(lead).toEqual({
      lead_id,
      phone,
      first_name: 'Ada',
      last_name: '',
      email: '',
      company: '',
      tags: [],
      created_at: '2026-11-20T09:00:00.000Z',
      updated_at: '2026-11-20T09:00:00.000Z',
    });
    expect(await api.getLead({ lead_id })).toEqual(lead);
  });

  it('Get Lead: says that a lead was not found', async () => {
    const api = await startSandbox();
    for (const query of ['phone=14155552671', 'lead_id=00000000-0000-4000-8000-000000000000', 'lead_id=none']) {
      const { status, body } = await api.rest('GET', `/lead/get?${query}`);
      expect(status).toBe(404);
      expect(body).toEqual({ status: 'failed', message: expect.stringContaining('not found') });
    }
  });

  it('Get Lead: requires either phone or lead_id, and the phone in E.164 digits', async () => {
    const api = await startSandbox();
    for (const query of ['', 'phone=14155552671&lead_id=x', 'phone=%2B14155552671', 'name=Ada']) {
      expect(await api.rest('GET', `/lead/get?${query}`)).toMatchObject({ status: 400, body: errorBody });
    }
  });
});
