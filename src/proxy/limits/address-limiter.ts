import { limitKey, networkKey } from '../http/address.ts';
import { type Limiter, unlimited } from './limiter.ts';

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
      const ofAddress = await perAddress.take(key);
      if (!ofAddress.allowed) return { ...ofAddress, refusedBy: 'address' };
      const network = networkKey(address);
      // An IPv4 address is its own network.
      if (network === key) return { allowed: true };
      const ofNetwork = await perNetwork.take(network);
      return ofNetwork.allowed ? ofNetwork : { ...ofNetwork, refusedBy: 'network' };
    },
    async giveBack(address: string | undefined): Promise<void> {
      const key = limitKey(address);
      const network = networkKey(address);
      await Promise.all([perAddress.giveBack(key), network !== key && perNetwork.giveBack(network)]);
    },
  };
}

export type AddressLimiter = ReturnType<typeof createAddressLimiter>;
export type AddressLimitResult =
  | { allowed: true }
  | { allowed: false; retryAfterSeconds: number; refusedBy: 'address' | 'network' };
