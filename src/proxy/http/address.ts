import { BlockList, isIP, SocketAddress } from 'node:net';
import * as z from 'zod';

/** An IP address in its one notation. */
export type Address = { address: string; family: 'ipv4' | 'ipv6' };

/** One address, or a range in CIDR notation: `10.0.0.0/8`, `fd00::/8`. */
export const networkRange = z
  .string()
  .trim()
  .refine((text) => readRange(text) !== undefined, {
    error: 'must be an IP address or a range such as 10.0.0.0/8',
  });

export function readRange(text: string): (Address & { bits: number }) | undefined {
  const [plain = '', length, ...rest] = text.split('/');
  const address = readAddress(plain);
  if (address === undefined || rest.length > 0) return undefined;
  const maxBits = address.family === 'ipv4' ? 32 : 128;
  if (length === undefined) return { ...address, bits: maxBits };
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  return bits <= maxBits ? { ...address, bits } : undefined;
}

/**
 * Whether an address is in one of the ranges; of its own family.
 * @throws TypeError for a text that is no range
 */
export function createRangeCheck(ranges: readonly string[]): (address: Address) => boolean {
  // One list would find IPv4 addresses in `::/0`.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const text of ranges) {
    const range = readRange(text);
    if (range === undefined) throw new TypeError(`${text} is no range`);
    lists[range.family].addSubnet(range.address, range.bits, range.family);
  }
  return ({ address, family }) => lists[family].check(address, family);
}

/**
 * Finds the client's address: the remote end of the socket or, if that is a trusted proxy, the right-most address of
 * X-Forwarded-For that is not a trusted proxy. Clients can forge everything further left.
 */
export function clientAddressOf(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  isTrusted: TrustCheck,
): string | undefined {
  const remote = withoutMapping(socketAddress);
  if (remote === undefined || forwardedFor === undefined || !isTrusted(remote)) return remote;
  let client: string | undefined = remote;
  for (const hop of forwardedFor.split(',').toReversed()) {
    const address = withoutPort(hop.trim());
    if (readAddress(address) === undefined) break;
    client = withoutMapping(address);
    if (!isTrusted(address)) break;
  }
  return client;
}

/** Whether an address is one of the trusted proxies. */
export type TrustCheck = (address: string | undefined) => boolean;

export function createTrustCheck(trustedProxies: readonly string[]): TrustCheck {
  if (trustedProxies.length === 0) return () => false;
  const isInRange = createRangeCheck(trustedProxies);
  return (text) => {
    const address = readAddress(text ?? '');
    return address !== undefined && isInRange(address);
  };
}

const privateRanges = [
  '10.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
];

/** Whether an address belongs to a private network or this machine. Such an address identifies no visitor. */
export const isPrivateAddress = createTrustCheck(privateRanges);

/** `192.0.2.1` for `::ffff:192.0.2.1`, as a server that listens for both families names it. */
export function withoutMapping(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1];
  return bracketed ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
}

/** The key that limits count by: the IPv4 address, or the /64 of an IPv6 address, which one household or server has. */
export function limitKey(address: string | undefined): string {
  return keyOf(address, 64);
}

/** The same for a site: the /48 of an IPv6 address, which one customer may have whole, or the IPv4 address. */
export function networkKey(address: string | undefined): string {
  return keyOf(address, 48);
}

function keyOf(text: string | undefined, bits: 48 | 64): string {
  const address = readAddress(text ?? '');
  if (address === undefined) return 'unknown';
  if (address.family === 'ipv4') return address.address;
  const words = wordsOf(address).slice(0, bits / 16);
  return `${words.map((word) => word.toString(16)).join(':')}::/${bits}`;
}

/** Reads an IP address. IPv4 inside IPv6, `::ffff:192.0.2.1`, is read as IPv4. */
export function readAddress(text: string): Address | undefined {
  const version = isIP(text);
  if (version === 0) return undefined;
  if (version === 4) return { address: text, family: 'ipv4' };
  // A zone, `fe80::1%eth0`, names the network interface and is not part of the address.
  const [plain] = text.split('%');
  const { address } = new SocketAddress({ address: plain, family: 'ipv6' });
  const embedded = /^::ffff:([\d.]+)$/.exec(address)?.[1];
  return embedded === undefined ? { address, family: 'ipv6' } : { address: embedded, family: 'ipv4' };
}

/** The eight numbers of an IPv6 address. */
export function wordsOf({ address }: Address): number[] {
  const [head = [], tail] = address.split('::').map(readWords);
  if (tail === undefined) return head;
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function readWords(text: string): number[] {
  return text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16));
}
