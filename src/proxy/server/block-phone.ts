import { cleanText } from '../../protocol/clean-text.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { type PhoneResult, toldReceivers, withPhone } from './open-store.ts';

export type BlockPhoneRequest = {
  phone: string;
  /** Why, for the operators. */
  reason?: string | undefined;
  /** Who blocks the number. @default "command" */
  by?: string | undefined;
};

export type BlockPhoneResult = PhoneResult<{ isNew: boolean; cancelled: number }>;
export type UnblockPhoneResult = PhoneResult<{ isUnblocked: boolean }>;

/**
 * Blocks a number, for `leadchat block --phone`; a proxy may be using the store. Receivers of webhooks are told of the calls that
 * it cancels, as by the proxy.
 */
export function blockPhone(config: ProxyConfig, request: BlockPhoneRequest): Promise<BlockPhoneResult> {
  const reason = cleanText(request.reason ?? '') || undefined;
  const by = cleanText(request.by ?? '') || 'command';
  return withPhone(
    config,
    request.phone,
    async (store, phone) => {
      const { isNew, cancelled } = await store.blockPhone({ phone, at: store.now(), by, reason });
      return { isNew, cancelled: cancelled.length };
    },
    toldReceivers(config),
  );
}

/** Removes a number from the block list, for `leadchat unblock --phone`. */
export function unblockPhone(config: ProxyConfig, text: string): Promise<UnblockPhoneResult> {
  return withPhone(config, text, async (store, phone) => ({
    isUnblocked: (await store.unblockPhone({ phone })) !== undefined,
  }));
}
