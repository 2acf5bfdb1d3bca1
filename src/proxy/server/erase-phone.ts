import type { ProxyConfig } from '../config/schema.ts';
import { parsePhoneOption } from '../international-phone.ts';
import { openStore } from './open-store.ts';

export type ErasePhoneResult = { ok: true; phone: string; erased: number } | { ok: false; message: string };

/**
 * Deletes every lead of a phone from the store, with its calls, enrolments and webhooks, for `leadchat erase --phone`;
 * a proxy may be using the store. The service keeps its data, because its API cannot delete a lead.
 */
export async function erasePhone(config: ProxyConfig, text: string): Promise<ErasePhoneResult> {
  const parsed = parsePhoneOption(text);
  if (!parsed.ok) return parsed;
  const { phone } = parsed;
  const store = await openStore(config.store, { mustExist: true });
  try {
    return { ok: true, phone, erased: await store.erase({ phone }) };
  } finally {
    await store.close();
  }
}
