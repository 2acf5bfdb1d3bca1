import { limitKey, networkKey } from '../http/address.ts';
import { type Limiter, takeInOrder, unlimited } from './limiter.ts';

export type AddressLimiterOptions = {
  perAddress: Limiter;
  /** For all addresses of an IPv6 network (/48) together: one sender may have 65,536 of them. @default no limit */
  perNetwork?: Limiter;
};

/** Counts events by the address that they come from, and by its network. */
export function createAddressLimiter({ perAddress, perNetwork = unlimited }: AddressLimiterOptions) {
  return {
    /** Takes a point of the address, then one of its network. Resolves with the limiter that refuses. */
    async take(address: string | undefined): Promise<AddressLimitResult> {
      const key = limitKey(address);
      const network = networkKey(address);
      const ofAddress = { limiter: perAddress, key };
      // An IPv4 address is its own network.
      const result = await takeInOrder(
        network === key ? [ofAddress] : [ofAddress, { limiter: perNetwork, key: network }],
      );
      return result.allowed ? result : { ...result, refusedBy: result.index === 0 ? 'address' : 'network' };
    },
    async reward(address: string | undefined): Promise<void> {
      const key = limitKey(address);
      const network = networkKey(address);
      await Promise.all([perAddress.reward(key), network !== key && perNetwork.reward(network)]);
    },
  };
}

export type AddressLimitResult =
  | { allowed: true }
  | { allowed: false; retryAfterSeconds: number; refusedBy: 'address' | 'network' };
