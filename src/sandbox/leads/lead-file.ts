import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { LeadStore, StoredLead } from '../store/lead-store.ts';
import type { Fields } from '../store/row.ts';
import { timeZoneOf } from '../time-zone/time-zone.ts';
import { timestampOf } from '../timestamp.ts';

/** The leads on file and what may be done to them. Phones are given as `phoneToKeep` returns them. */
export type LeadFile = ReturnType<typeof createLeadFile>;

export function createLeadFile(store: LeadStore, clock: Clock) {
  const save = (lead: StoredLead): StoredLead => {
    const saved = { ...lead, updatedAt: timestampOf(clock.now()) };
    store.save(saved);
    return saved;
  };
  return {
    byId: store.byId,
    byPhone: store.byPhone,
    all: store.all,

    create(phone: string, fields: Fields): StoredLead {
      const now = timestampOf(clock.now());
      const lead = { leadId: randomUUID(), phone, fields, tags: [], createdAt: now, updatedAt: now };
      const zoned = { ...lead, timezone: timeZoneOf(phone) };
      store.add(zoned);
      return zoned;
    },

    /** Only the fields given change (Update Lead; Update & Send to Workflow, rule 2). */
    change(lead: StoredLead, fields: Fields, phone = lead.phone): StoredLead {
      const timezone = phone === lead.phone ? lead.timezone : timeZoneOf(phone);
      return save({ ...lead, phone, timezone, fields: { ...lead.fields, ...fields } });
    },

    /** Adding a tag that is there leaves one (2.3; `assumptions.tagsAreASet`). */
    addTag(lead: StoredLead, tag: string): void {
      if (!lead.tags.includes(tag)) save({ ...lead, tags: [...lead.tags, tag] });
    },

    /** Removing a tag that is not there is no fault: afterwards the lead does not have it. */
    removeTag(lead: StoredLead, tag: string): void {
      if (lead.tags.includes(tag)) save({ ...lead, tags: lead.tags.filter((one) => one !== tag) });
    },
  };
}
