import { maxLengthOf } from '../../protocol/field-value.ts';
import { maxLeadBytes } from '../../protocol/proxy/limits.ts';
import type { ProxyConfig } from '../config/schema.ts';

/** The longest text of an attribute. */
const maxAttributeLength = 2000;

/** The largest body of `POST /leads`: whatever one of the forms lets a visitor type, in any script, is accepted. */
export function leadBytesOf(forms: ProxyConfig['forms']): number {
  const sizes = Object.values(forms).map(({ fields, attributes }) =>
    maxLeadBytes([...fields.map(maxLengthOf), ...attributes.map(() => maxAttributeLength)]),
  );
  return Math.max(...sizes, maxLeadBytes([]));
}
