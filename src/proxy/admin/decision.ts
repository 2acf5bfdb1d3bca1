import type { Context } from 'hono';
import type { CloseRequest } from '../../protocol/admin/leads.ts';
import { cleanText } from '../../protocol/clean-text.ts';
import type { Decision } from '../domain/decisions.ts';
import type { AppEnvironment } from '../http/app-environment.ts';

/** Who decides, and why. */
export function decisionOf(c: Context<AppEnvironment>, now: number, { by, reason }: CloseRequest = {}): Decision {
  const why = cleanText(reason ?? '');
  return { now, by: actorOf(c, by), reason: why === '' ? undefined : why };
}

/**
 * Who acts: the operator's own name, whatever a request claims. The admin token has none: then it is the name that was
 * entered, or else the address that sends the request. The audit list says the same.
 */
export function actorOf(c: Context<AppEnvironment>, entered?: string): string {
  const own = c.get('operator').name ?? cleanText(entered ?? '');
  const by = own === '' ? (c.get('clientAddress') ?? 'unknown') : own;
  c.set('audit', { ...c.get('audit'), by });
  return by;
}
