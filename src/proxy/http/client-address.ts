import { isInRange, type NetworkRange, readAddress, readRange } from './address.ts';

/**
 * The address that a request came from: the socket's other end, or, when that is a trusted proxy, the right-most
 * address of X-Forwarded-For that is not one. Whatever stands further left was written by the client itself.
 */
export function clientAddressReader(trustedProxies: readonly string[]) {
  const ranges = trustedProxies.map(readRange).filter((range): range is NetworkRange => range !== undefined);
  const isTrusted = (text: string) => {
    const address = readAddress(text);
    return address !== undefined && ranges.some((range) => isInRange(address, range));
  };
  return (remote: string | undefined, forwardedFor: string | undefined): string | undefined => {
    if (remote === undefined || forwardedFor === undefined || !isTrusted(remote)) return remote;
    let client = remote;
    for (const hop of forwardedFor.split(',').toReversed()) {
      const written = withoutPort(hop.trim());
      if (readAddress(written) === undefined) break;
      client = written;
      if (!isTrusted(written)) break;
    }
    return client;
  };
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1];
  return bracketed ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
}
