import { describe, expect, it } from 'vitest';
import type { LeadFilter } from '../../../src/protocol/admin/leads.ts';
import { leadsCsv } from '../../../src/proxy/admin/leads-csv.ts';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { parseCsv } from '../../support/parse-csv.ts';
import { at, stored } from '../store/contract.ts';
import { configOf } from '../support/harness.ts';

/** Tests the CSV file with a store that also has other leads. */
export function testLeadsCsv(under: () => LeadStore): void {
  const read = async (filters: LeadFilter[], forms: Record<string, object> = { default: {} }) => {
    let count: number | undefined;
    const texts: string[] = [];
    const csv = leadsCsv({ store: under(), forms: configOf({ forms }).forms }, filters, (leads) => {
      count = leads;
    });
    for await (const text of csv) texts.push(text);
    return { text: texts.join(''), records: parseCsv(texts.join('')), count };
  };

  describe('leads as CSV', () => {
    it('has the facts, the person, the page and the consent of each lead, newest first', async () => {
      const mark = crypto.randomUUID();
      const record = {
        phone: '14155552671',
        first_name: 'Zoë',
        last_name: 'Ødegård',
        email: 'zoe@example.com',
        note: `${mark} "quoted", in\r\ntwo lines`,
        page_url: 'https://www.example.com/pricing',
        utm_source: 'newsletter',
        consent_version: '2026-11',
        consent_at: '2026-01-01T00:00:00.000Z',
      };
      const plan = { tags: ['web_lead', 'spring'] };
      const first = await stored(under(), { phone: '14155552671', record, plan });
      const second = await stored(under(), { phone: '442079460123', record: { note: mark }, held: 'honeypot' });
      const { text, records, count } = await read([{ search: mark }]);
      expect(text.startsWith('\u{feff}time_utc,state,cause,form,first_name,last_name,email,phone,')).toBe(true);
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      expect(count).toBe(2);
      expect(records).toMatchObject([
        { lead: second, state: 'held', cause: 'honeypot', phone: '(+44) 20 7946 0123', first_name: '' },
        {
          time_utc: new Date(at).toISOString().slice(0, 19).replace('T', ' '),
          state: 'pending',
          cause: '',
          form: 'default',
          first_name: 'Zoë',
          last_name: 'Ødegård',
          email: 'zoe@example.com',
          phone: '(+1) 415 555 2671',
          tags: 'web_lead, spring',
          page_url: 'https://www.example.com/pricing',
          utm_source: 'newsletter',
          consent_version: "'2026-11",
          consent_at: '2026-01-01T00:00:00.000Z',
          lead: first,
          further_fields: JSON.stringify({ note: record.note }),
        },
      ]);
    });

    it('has a column for each field and attribute of the forms', async () => {
      const mark = crypto.randomUUID();
      const record = { state: 'Ohio', seats: 40, is_member: true, note: mark, left_out: 'x' };
      await stored(under(), { form: 'visit', record });
      const forms = {
        default: { attributes: ['seats', 'is_member'] },
        visit: {
          fields: [
            { name: 'state', type: 'text', label: 'State' },
            { name: 'note', type: 'text', label: 'Note' },
          ],
        },
      };
      const { records } = await read([{ search: mark }], forms);
      expect(records).toMatchObject([
        { state: 'pending', field_state: 'Ohio', seats: '40', is_member: 'true', note: mark },
      ]);
      expect(records[0]?.further_fields).toBe('{"left_out":"x"}');
    });

    it('has no cell that a spreadsheet would run as a formula', async () => {
      const mark = crypto.randomUUID();
      const dangerous = ['=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1', '  =1', '＝1', 'a;=1+1', 'a\r\n@SUM(1)', "='x'!A1"];
      const harmless = ['1=1', 'a-b', 'zoe@example.com', 'Ada'];
      for (const first_name of [...dangerous, ...harmless]) {
        await stored(under(), { record: { first_name, last_name: mark, note: -5 } });
      }
      const { records } = await read([{ search: mark }]);
      expect(records.map(({ first_name }) => first_name).toReversed()).toEqual([
        "'=1+1",
        "'+1+1",
        "'-1+1",
        "'@SUM(1)",
        "'\t=1",
        "'  =1",
        "'＝1",
        "a;'=1+1",
        "a\r\n'@SUM(1)",
        "'='x'!A1",
        ...harmless,
      ]);
      // A number is not text.
      expect(records[0]?.further_fields).toBe('{"note":-5}');
    });

    it('has no cell that a spreadsheet would take for another number or a date', async () => {
      const mark = crypto.randomUUID();
      const changed = ['02134', '12345678901234567890', '1.10', '1,5', '1E5', '50%', '1-2', '3/4', '10:30', '9 am'];
      const dates = ['5 May', 'DEC-1', '2026-11', '1 1/2', '０２１３４'];
      const kept = ['2026', '0', '123456789012345', '12 rooms', 'A-1', '1e', 'May', '7b', '10115 Berlin'];
      for (const first_name of [...changed, ...dates, ...kept]) await stored(under(), { record: { first_name, mark } });
      const { records } = await read([{ search: mark }]);
      expect(records.map(({ first_name }) => first_name).toReversed()).toEqual([
        ...[...changed, ...dates].map((text) => `'${text}`),
        ...kept,
      ]);
    });

    it('writes a further phone of the form like the phone', async () => {
      const mark = crypto.randomUUID();
      await stored(under(), { form: 'visit', record: { mobile: '4915112345678', note: mark } });
      const forms = { visit: { fields: [{ name: 'mobile', type: 'tel' }, { name: 'note' }] } };
      expect((await read([{ search: mark }], { default: {}, ...forms })).records).toMatchObject([
        { mobile: '(+49) 1511 2345678' },
      ]);
    });

    it('reads more leads than fit on a page of the store, filter by filter', async () => {
      const mark = crypto.randomUUID();
      const ids: string[] = [];
      for (let index = 0; index < 401; index++) ids.unshift(await stored(under(), { record: { note: mark } }));
      const held = await stored(under(), { record: { note: mark }, held: 'too-fast' });
      const { records, count } = await read([
        { search: mark, state: 'held' },
        { search: mark, state: 'pending' },
      ]);
      expect(records.map(({ lead }) => lead)).toEqual([held, ...ids]);
      expect(count).toBe(402);
      const none = await read([{ search: mark, state: 'dead' }]);
      expect([none.records, none.count]).toEqual([[], 0]);
    });

    it('fails instead of ending early when the lead that it has reached is erased', async () => {
      const mark = crypto.randomUUID();
      const ids: string[] = [];
      for (let index = 0; index < 51; index++) ids.unshift(await stored(under(), { record: { note: mark } }));
      const csv = leadsCsv({ store: under(), forms: {} }, [{ search: mark }], () => undefined);
      await csv.next();
      await csv.next();
      await under().erase({ leads: [ids[49] ?? ''] });
      const readOn = async () => {
        while ((await csv.next()).done !== true);
      };
      await expect(readOn()).rejects.toThrow('erased');
    });
  });
}
