import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { Fields } from '../store/columns.ts';
import type { LeadStore, StoredLead } from '../store/lead-store.ts';
import { timeZoneOf } from '../time-zone/time-zone.ts';

/** The leads on file. Phones are expected as `normalizePhone` returns them. */
export type Leads = ReturnType<typeof createLeads>;

export function createLeads(store: LeadStore, clock: Clock) {
  const now = () => new Date(clock.now()).toISOString();
  const save = (lead: StoredLead): StoredLead => {
    const saved = { ...lead, updatedAt: now() };
    store.save(saved);
    return saved;
  };
  return {
    byId: store.byId,
    byPhone: store.byPhone,
    all: store.all,

    create(phone: string, fields: Fields): StoredLead {
      const createdAt = now();
      const timezone = timeZoneOf(phone);
      const lead = { leadId: randomUUID(), phone, fields, tags: [], timezone, createdAt, updatedAt: createdAt };
      store.add(lead);
      return lead;
    },

    /** Changes only the fields that are passed. */
    update(lead: StoredLead, fields: Fields, phone = lead.phone): StoredLead {
      const timezone = phone === lead.phone ? lead.timezone : timeZoneOf(phone);
      return save({ ...lead, phone, timezone, fields: { ...lead.fields, ...fields } });
    },

    /** Adding a tag again changes nothing (`assumptions.tagsAreASet`). */
    addTag(lead: StoredLead, tag: string): void {
      if (!lead.tags.includes(tag)) save({ ...lead, tags: [...lead.tags, tag] });
    },

    /** Removing a tag that the lead does not have changes nothing and is no error. */
    removeTag(lead: StoredLead, tag: string): void {
      if (lead.tags.includes(tag)) save({ ...lead, tags: lead.tags.filter((existing) => existing !== tag) });
    },

    /** Another lead that has this phone. */
    otherOwner(phone: string | undefined, lead: StoredLead): StoredLead | undefined {
      const owner = phone === undefined ? undefined : store.byPhone(phone);
      return owner?.leadId === lead.leadId ? undefined : owner;
    },
  };
}
