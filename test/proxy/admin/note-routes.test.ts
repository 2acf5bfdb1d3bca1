import { expect, it } from 'vitest';
import { adminLead } from '../../../src/protocol/admin/leads.ts';
import { type Harness, leadHeaders, startHarness } from '../support/harness.ts';

const token = 'agent-token-0123456789-0123456789-0';
const bearer = { authorization: `Bearer ${token}` };

async function startWithLead(): Promise<{ harness: Harness; lead: string }> {
  const harness = await startHarness({ operators: [{ name: 'Ada', token, role: 'agent' }] });
  const body = { form: 'default', fields: { phone: '+14155552671', first_name: 'Grace' } };
  const { lead } = await (await harness.post('/leads', body, leadHeaders())).json();
  return { harness, lead };
}

it('keeps what an operator writes about a lead, with their own name, and not in the log', async () => {
  const { harness, lead } = await startWithLead();
  const text = '  Wants the yearly plan,\ncall after 5  ';
  const response = await harness.post(`/admin/api/leads/${lead}/notes`, { text, by: 'Somebody Else' }, bearer);
  const written = adminLead.parse(await response.json());
  expect(written.notes).toEqual([expect.objectContaining({ by: 'Ada', text: 'Wants the yearly plan,\ncall after 5' })]);
  const again = await (await harness.get(`/admin/api/leads/${lead}`, bearer)).json();
  expect(adminLead.parse(again).notes).toEqual(written.notes);
  expect(JSON.stringify(harness.log.lines)).not.toContain('yearly plan');
  const { entries } = await (await harness.get(`/admin/api/audit?lead=${lead}`, bearer)).json();
  expect(entries).toMatchObject([{ by: 'Ada', action: 'note-added', lead }]);
});

it('refuses an empty note, and one about a lead that is gone', async () => {
  const { harness, lead } = await startWithLead();
  const write = (id: string, text: string) => harness.post(`/admin/api/leads/${id}/notes`, { text }, bearer);
  expect((await write(lead, '   ')).status).toBe(400);
  expect((await write(crypto.randomUUID(), 'x')).status).toBe(404);
  await harness.store.erase({ leads: [lead] });
  expect((await write(lead, 'x')).status).toBe(404);
});

it('names the fields of a lead as its form does', async () => {
  const harness = await startHarness({
    operators: [{ name: 'Ada', token, role: 'agent' }],
    forms: {
      default: {
        fields: [
          { name: 'phone', type: 'tel', label: 'Phone' },
          { name: 'team', type: 'text', label: { de: 'Mitarbeitende', en: 'How many employees' } },
        ],
      },
    },
  });
  const body = { form: 'default', fields: { phone: '+14155552671', team: '12' } };
  const { lead } = await (await harness.post('/leads', body, leadHeaders())).json();
  const { labels } = adminLead.parse(await (await harness.get(`/admin/api/leads/${lead}`, bearer)).json());
  expect(labels).toEqual({ phone: 'Phone', team: 'How many employees' });
});
