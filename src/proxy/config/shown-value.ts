import { shortenText } from '../../protocol/cut-text.ts';
import { isObject } from './environment.ts';
import { sensitivityOf } from './expected-shape.ts';

/** A value as an error message shows it; undefined if it must not. Messages end up in logs. */
export function shownValue(path: readonly PropertyKey[], value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const sensitivity = sensitivityOf(path);
  if (sensitivity === 'secret') return undefined;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isObject(value)) return 'an object';
  // Of the wrong type: a text in place of an object, for example, may be the secret that belongs inside.
  if (sensitivity === 'holds-secret' && value !== null) return `a ${typeof value === 'string' ? 'text' : typeof value}`;
  if (typeof value !== 'string') return String(value);
  const text = JSON.stringify(sensitivity === 'address' ? withoutSecretParts(value) : value);
  return shortenText(text, 120);
}

/** The address without credentials and query, also where a wrong character in the password ends the host early. */
function withoutSecretParts(address: string): string {
  return address.replace(/^.*@/s, '…@').replace(/[?#].*$/s, '…');
}

/** A text with an address in it, without the address's credentials. */
export function withoutCredentials(text: string): string {
  return text.replace(/\S*@/g, '…@');
}
