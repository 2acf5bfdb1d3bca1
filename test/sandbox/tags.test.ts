import { describe, expect, it } from 'vitest';
import { errorBody, startSandbox } from './support/harness.ts';

const phone = '14155552671';
const unknown = '00000000-0000-4000-8000-000000000000';

describe('Add Tag', () => {
  it('Add Tag: adds tags in their order, and responds with lead and tag', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone });
    const { status, body } = await api.rest('PATCH', '/lead/tag', { lead_id, tag: 'first_visit' });
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'success', lead_id, tag: 'first_visit', message: expect.any(String) });
    await api.rest('PATCH', '/lead/tag', { lead_id, tag: 'Website: résumé' });
    expect(await api.getLead({ lead_id })).toMatchObject({ tags: ['first_visit', 'Website: résumé'] });
  });

  it('Tag: stores a tag once when it is added twice', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone });
    for (const _ of [1, 2])
      expect(await api.rest('PATCH', '/lead/tag', { lead_id, tag: 'vip' })).toMatchObject({ status: 200 });
    expect(await api.getLead({ lead_id })).toMatchObject({ tags: ['vip'] });
  });

  it('Add Tag: refuses an unknown lead, a missing tag and an empty one', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone });
    expect(await api.rest('PATCH', '/lead/tag', { lead_id: unknown, tag: 'vip' })).toMatchObject({
      status: 404,
      body: errorBody,
    });
    for (const wrong of [{ lead_id }, { lead_id, tag: '' }, { lead_id, tag: 5 }, { tag: 'vip' }]) {
      expect(await api.rest('PATCH', '/lead/tag', wrong)).toMatchObject({ status: 400, body: errorBody });
    }
  });
});

describe('Remove Tag', () => {
  it('Remove Tag: takes query parameters and no body, and leaves other tags', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone });
    for (const tag of ['vip', 'two words & more']) await api.rest('PATCH', '/lead/tag', { lead_id, tag });
    const query = new URLSearchParams({ lead_id, tag: 'two words & more' });
    const { status, body } = await api.rest('DELETE', `/lead/tag?${query}`);
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'success', lead_id, tag: 'two words & more', message: expect.any(String) });
    expect(await api.getLead({ lead_id })).toMatchObject({ tags: ['vip'] });
  });

  it('Remove Tag: succeeds when the lead does not have the tag', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone });
    expect(await api.rest('DELETE', `/lead/tag?lead_id=${lead_id}&tag=none`)).toMatchObject({ status: 200 });
  });

  it('Remove Tag: refuses an unknown lead and missing parameters, and ignores a body', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone });
    expect(await api.rest('DELETE', `/lead/tag?lead_id=${unknown}&tag=vip`)).toMatchObject({
      status: 404,
      body: errorBody,
    });
    expect(await api.rest('DELETE', '/lead/tag', { lead_id, tag: 'vip' })).toMatchObject({
      status: 400,
      body: errorBody,
    });
  });
});
