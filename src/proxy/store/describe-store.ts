import { resolve } from 'node:path';

/** Describes a store to people: the absolute path of its file, or its database without user and password. */
export function describeStore(address: string): string {
  if (address.startsWith('sqlite:')) return resolve(address.slice('sqlite:'.length));
  const url = URL.parse(address);
  if (url === null) return 'the database';
  // Postgres takes the user's name where there is no other.
  const name = url.pathname.slice(1) || url.username;
  return `the database ${name === '' ? '' : `${name} `}at ${url.host}`;
}
