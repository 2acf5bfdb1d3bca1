import { parsePhone } from '../../phone/index.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { openStore } from './open-store.ts';

export type ErasePhoneResult = { ok: true; phone: string; erased: number } | { ok: false; message: string };

/**
 * Deletes every lead of a phone from the store, for `leadchat erase --phone`; a proxy may be running on it. What the
 * service knows of the phone is not touched: its interface has no way to delete a lead.
 */
export async function erasePhone(config: ProxyConfig, phone: string): Promise<ErasePhoneResult> {
  const reading = parsePhone(/^\d+$/.test(phone) ? `+${phone}` : phone);
  if (!reading.ok) {
    const message = `--phone must be a number with its country code, such as +14155552671, got ${JSON.stringify(phone)}.`;
    return { ok: false, message };
  }
  const store = await openStore(config.store);
  try {
    return { ok: true, phone: reading.digits, erased: await store.erase({ phone: reading.digits }) };
  } finally {
    await store.close();
  }
}
