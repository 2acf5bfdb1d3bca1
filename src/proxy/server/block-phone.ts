import { cleanText } from '../../protocol/clean-text.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { readLiveConfig } from '../settings/live-config.ts';
import { readPhoneOption } from '../written-phone.ts';
import { toldReceivers, withStore } from './open-store.ts';

export type BlockPhoneRequest = {
  phone: string;
  /** Why, for the operators. */
  reason?: string | undefined;
  /** Who blocks the number. @default "command" */
  by?: string | undefined;
};

/** `reading`: how a phone without `+` was read. */
export type BlockPhoneResult =
  | { ok: true; phone: string; reading?: string; isNew: boolean; cancelled: number }
  | { ok: false; message: string };
export type UnblockPhoneResult =
  | { ok: true; phone: string; reading?: string; isUnblocked: boolean }
  | { ok: false; message: string };

/**
 * Blocks a number, for `leadchat block --phone`; a proxy may be using the store. Receivers of webhooks are told of the calls that
 * it cancels, as by the proxy.
 */
export function blockPhone(config: ProxyConfig, request: BlockPhoneRequest): Promise<BlockPhoneResult> {
  return withStore(config, { ...toldReceivers(config), mustExist: true }, async (store) => {
    const live = await readLiveConfig(config, store);
    const read = readPhoneOption(request.phone, live.config.value);
    if (!read.ok) return read;
    const [reason, by] = [cleanText(request.reason ?? ''), cleanText(request.by ?? '')];
    const { isNew, cancelled } = await store.blockPhone({
      phone: read.phone,
      at: Date.now(),
      by: by === '' ? 'command' : by,
      reason: reason === '' ? undefined : reason,
    });
    return { ...read, isNew, cancelled: cancelled.length };
  });
}

/** Removes a number from the block list, for `leadchat unblock --phone`. */
export function unblockPhone(config: ProxyConfig, text: string): Promise<UnblockPhoneResult> {
  return withStore(config, { mustExist: true }, async (store) => {
    const live = await readLiveConfig(config, store);
    const read = readPhoneOption(text, live.config.value);
    if (!read.ok) return read;
    return { ...read, isUnblocked: (await store.unblockPhone({ phone: read.phone })) !== undefined };
  });
}
