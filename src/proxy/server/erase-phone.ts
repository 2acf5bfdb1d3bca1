import { parsePhone } from '../../phone/index.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { openStore } from './open-store.ts';

export type ErasePhoneResult = { ok: true; phone: string; erased: number } | { ok: false; message: string };

/**
 * Deletes every lead of a phone from the store, for `leadchat erase --phone`; a proxy may be using the store. The
 * service's own data stays: its API has no endpoint that deletes a lead.
 */
export async function erasePhone(config: ProxyConfig, phone: string): Promise<ErasePhoneResult> {
  const parsed = parsePhone(/^\d+$/.test(phone) ? `+${phone}` : phone);
  if (!parsed.ok) {
    const message = `--phone must be a number with its country code, such as +14155552671, got ${JSON.stringify(phone)}.`;
    return { ok: false, message };
  }
  const store = await openStore(config.store);
  try {
    return { ok: true, phone: parsed.digits, erased: await store.erase({ phone: parsed.digits }) };
  } finally {
    await store.close();
  }
}
