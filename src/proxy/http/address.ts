import * as z from 'zod';

/** An IP address as bytes: 4 of them, or 16. IPv4 inside IPv6, `::ffff:192.0.2.1`, is read as IPv4. */
export type Address = readonly number[];

export type NetworkRange = { bytes: Address; bits: number };

/** One address, or a range in CIDR notation: `10.0.0.0/8`, `fd00::/8`. */
export const networkRange = z
  .string()
  .trim()
  .refine((text) => readRange(text) !== undefined, {
    error: 'must be an IP address or a range such as 10.0.0.0/8',
  });

export function readRange(text: string): NetworkRange | undefined {
  const [address = '', length, ...rest] = text.split('/');
  const bytes = readAddress(address);
  if (bytes === undefined || rest.length > 0) return undefined;
  if (length === undefined) return { bytes, bits: bytes.length * 8 };
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  return bits <= bytes.length * 8 ? { bytes, bits } : undefined;
}

export function isInRange(address: Address, range: NetworkRange): boolean {
  if (address.length !== range.bytes.length) return false;
  for (let bit = 0; bit < range.bits; bit += 8) {
    const mask = 0xff << Math.max(0, 8 - (range.bits - bit));
    const index = bit / 8;
    if ((((address[index] ?? 0) ^ (range.bytes[index] ?? 0)) & mask & 0xff) !== 0) return false;
  }
  return true;
}

/**
 * Finds the client's address: the remote end of the socket or, if that is a trusted proxy, the right-most address of
 * X-Forwarded-For that is not a trusted proxy. Clients can forge everything further left.
 */
export function createClientAddressReader(trustedProxies: readonly string[]) {
  const isTrusted = createTrustCheck(trustedProxies);
  return (remote: string | undefined, forwardedFor: string | undefined): string | undefined => {
    if (remote === undefined || forwardedFor === undefined || !isTrusted(remote)) return remote;
    let client = remote;
    for (const hop of forwardedFor.split(',').toReversed()) {
      const address = withoutPort(hop.trim());
      if (readAddress(address) === undefined) break;
      client = address;
      if (!isTrusted(address)) break;
    }
    return client;
  };
}

/** Whether an address is one of the trusted proxies. */
export function createTrustCheck(trustedProxies: readonly string[]): (address: string | undefined) => boolean {
  const ranges = trustedProxies.map(readRange).filter((range): range is NetworkRange => range !== undefined);
  return (text) => {
    const address = readAddress(text ?? '');
    return address !== undefined && ranges.some((range) => isInRange(address, range));
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

function keyOf(address: string | undefined, bits: 48 | 64): string {
  const bytes = readAddress(address ?? '');
  if (bytes === undefined) return 'unknown';
  if (bytes.length === 4) return bytes.join('.');
  const words = Array.from(
    { length: bits / 16 },
    (_, index) => ((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0),
  );
  return `${words.map((word) => word.toString(16)).join(':')}::/${bits}`;
}

export function readAddress(text: string): Address | undefined {
  return text.includes(':') ? readV6(text) : readV4(text);
}

function readV4(text: string): Address | undefined {
  const numbers = text.split('.');
  const isValid = numbers.every((number) => /^(?:0|[1-9]\d{0,2})$/.test(number) && Number(number) <= 255);
  return numbers.length === 4 && isValid ? numbers.map(Number) : undefined;
}

function readV6(text: string): Address | undefined {
  // A zone, `fe80::1%eth0`, names the network interface and is not part of the address.
  const halves = (text.split('%')[0] ?? '').split('::');
  if (halves.length > 2) return undefined;
  const head = readWords(halves[0] ?? '');
  const tail = halves.length === 2 ? readWords(halves[1] ?? '') : [];
  if (head === undefined || tail === undefined) return undefined;
  const missing = 16 - head.length - tail.length;
  if (halves.length === 2 ? missing < 2 : missing !== 0) return undefined;
  const bytes = [...head, ...new Array<number>(missing).fill(0), ...tail];
  const isV4 = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
  return isV4 ? bytes.slice(12) : bytes;
}

function readWords(text: string): number[] | undefined {
  if (text === '') return [];
  const words = text.split(':');
  const bytes: number[] = [];
  for (const [index, word] of words.entries()) {
    const v4 = index === words.length - 1 && word.includes('.') ? readV4(word) : undefined;
    if (v4 !== undefined) bytes.push(...v4);
    else if (/^[0-9a-f]{1,4}$/i.test(word))
      bytes.push(Number.parseInt(word, 16) >> 8, Number.parseInt(word, 16) & 0xff);
    else return undefined;
  }
  return bytes;
}
