import { tagRequest } from '../../protocol/index.ts';
import type { LeadFile } from '../leads/lead-file.ts';
import { leadNotFound, success } from './answer.ts';
import { type Endpoint, endpoint } from './endpoint.ts';

/**
 * Add Tag takes a body, Remove Tag query parameters whose names are assumed: those of Add Tag's body
 * (`assumptions.removeTagParameters`).
 */
export function tagEndpoints(leads: LeadFile): Endpoint[] {
  return [
    endpoint(['PATCH', '/lead/tag'], 'body', tagRequest, ({ lead_id, tag }) => {
      const lead = leads.byId(lead_id);
      if (lead === undefined) return leadNotFound;
      leads.addTag(lead, tag);
      return success('The tag was added.', { lead_id, tag });
    }),

    endpoint(['DELETE', '/lead/tag'], 'query', tagRequest, ({ lead_id, tag }) => {
      const lead = leads.byId(lead_id);
      if (lead === undefined) return leadNotFound;
      leads.removeTag(lead, tag);
      return success('The tag was removed.', { lead_id, tag });
    }),
  ];
}
