import { type Address, isInRange, type NetworkRange, readAddress, readRange } from './address.ts';

/** Ranges that are not reachable from the internet, from the IANA special-purpose registries. */
const specialRanges = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  ...['::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '3fff::/20', '5f00::/16', 'fc00::/7'],
  ...['fe80::/10', 'fec0::/10', 'ff00::/8'],
].map(rangeOf);

const loopbackRanges = ['127.0.0.0/8', '::1'].map(rangeOf);

/** IPv6 ranges whose addresses contain the IPv4 address of the real target, and the offset of that address. */
const embeddings = [
  { range: rangeOf('64:ff9b::/96'), offset: 12 },
  { range: rangeOf('2002::/16'), offset: 2 },
];

/** Whether an IP address belongs to the public internet. False for a text that is not an address. */
export function isPublicAddress(text: string): boolean {
  const address = readAddress(text);
  return address !== undefined && isPublic(address);
}

/** Whether the host of a URL names this machine: `localhost`, or a loopback address. */
export function isLoopbackHost(host: string): boolean {
  const address = readAddress(withoutBrackets(host));
  return host === 'localhost' || (address !== undefined && loopbackRanges.some((range) => isInRange(address, range)));
}

/** Whether the host of a URL is an address, and neither public nor loopback. */
export function isPrivateLiteral(host: string): boolean {
  const text = withoutBrackets(host);
  return readAddress(text) !== undefined && !isPublicAddress(text) && !isLoopbackHost(host);
}

function isPublic(address: Address): boolean {
  if (specialRanges.some((range) => isInRange(address, range))) return false;
  const embedding = embeddings.find(({ range }) => isInRange(address, range));
  return embedding === undefined || isPublic(address.slice(embedding.offset, embedding.offset + 4));
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

function rangeOf(text: string): NetworkRange {
  const range = readRange(text);
  if (range === undefined) throw new TypeError(`${text} is no range`);
  return range;
}
