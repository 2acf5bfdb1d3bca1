import type { Context } from 'hono';
import { type CloseRequest, cleanText } from '../../protocol/index.ts';
import type { Decision } from '../domain/decisions.ts';
import type { AppEnvironment } from '../http/app-environment.ts';

/** Who decides, and why. Without a name it is the address that sends the request. */
export function decisionOf(c: Context<AppEnvironment>, now: number, { by, reason }: CloseRequest = {}): Decision {
  const [name, why] = [cleanText(by ?? ''), cleanText(reason ?? '')];
  return {
    now,
    by: name === '' ? (c.get('clientAddress') ?? 'unknown') : name,
    reason: why === '' ? undefined : why,
  };
}
