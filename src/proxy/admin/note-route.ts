import type { Hono } from 'hono';
import { type AdminLead, noteRequest } from '../../protocol/admin/leads.ts';
import type { AdminDeps } from '../deps.ts';
import type { StoredLead } from '../domain/lead.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { notFound, ProxyError } from '../http/proxy-error.ts';
import { actorOf } from './decision.ts';

type NoteRouteDeps = Pick<AdminDeps, 'store' | 'log' | 'now'> & { describe(lead: StoredLead): Promise<AdminLead> };

/** `POST /:lead/notes`: what an operator writes about a lead. The log does not have its text. */
export function addNoteRoute(app: Hono<AppEnvironment>, { store, log, now, describe }: NoteRouteDeps): void {
  app.post('/:lead/notes', async (c) => {
    const { text, by: name } = await readJson(c, noteRequest);
    const id = c.req.param('lead');
    const by = actorOf(c, name);
    const isAdded = await store.addNote(id, { at: now(), by, text });
    const lead = await store.find(id);
    if (lead === undefined) throw notFound();
    if (!isAdded) throw new ProxyError('wrong-state', { message: 'The data of this lead is deleted.' });
    log.info('note-added', { requestId: c.get('requestId'), lead: id, by });
    return c.json(await describe(lead));
  });
}
