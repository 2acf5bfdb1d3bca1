import * as z from 'zod';
import { operatorRoles } from '../../protocol/admin/operator.ts';
import { cleanText } from '../../protocol/clean-text.ts';
import { sha256 } from '../sha256.ts';
import { sensitive } from './values.ts';

const role = z.enum(operatorRoles);

const name = z
  .string()
  .transform((text) => cleanText(text))
  .refine((text) => text !== '' && text.length <= 80, { error: 'must have 1 to 80 characters' });

const token = z
  .string()
  .refine(
    (text) => /^sha256:[\da-f]{64}$/i.test(text) || (!text.startsWith('sha256:') && /^[\x21-\x7e]{32,}$/.test(text)),
    {
      error:
        'must be sha256: and 64 hexadecimal digits, or the token itself with at least 32 characters and no spaces; create one with `openssl rand -hex 32`',
    },
  )
  .meta(sensitive);

/** A person who uses the dashboard. */
export const operatorSchema = z.strictObject({
  /** Recorded with everything that this operator does. */
  name,
  /** What the operator signs in with: its hash as `sha256:<hex>` (`printf %s TOKEN | sha256sum`), or the token itself, at least 32 characters. Never logged. */
  token,
  /** `viewer` reads, `agent` also looks after leads, calls and webhooks, `owner` may everything. */
  role,
});

export const operatorsSchema = z
  .array(operatorSchema)
  .max(500)
  .superRefine((operators, context) => {
    for (const [index, operator] of operators.entries()) {
      const earlier = operators.slice(0, index);
      const problem = (key: 'name' | 'token') =>
        context.addIssue({
          code: 'custom',
          path: [index, key],
          message: `is already the ${key} of an earlier operator`,
        });
      if (earlier.some(({ name }) => name === operator.name)) problem('name');
      if (earlier.some(({ token }) => hashOfToken(token) === hashOfToken(operator.token))) problem('token');
    }
  });

/** `X-Forwarded-Email` */
export const operatorHeaderSchema = z.string().regex(/^[a-z\d][a-z\d-]{0,63}$/i, {
  error: 'must be the name of a header, such as X-Forwarded-Email',
});

export const operatorRolesSchema = z.record(
  z.string().regex(/^(?:\*@[^\s@*,]+|[^\s*,]{1,200})$/, {
    error: 'must be a name such as ada@example.com, or *@example.com for all of a domain',
  }),
  role,
);

type OperatorKeys = {
  adminToken?: string | undefined;
  operators: readonly unknown[];
  operatorHeader?: string | undefined;
};

/** Whether anybody can sign in. Otherwise the dashboard does not exist. */
export function hasOperators({ adminToken, operators, operatorHeader }: OperatorKeys): boolean {
  return adminToken !== undefined || operators.length > 0 || operatorHeader !== undefined;
}

/** The hash of a token as it is written in the configuration, as lower-case hexadecimal digits. */
export function hashOfToken(written: string): string {
  return written.startsWith('sha256:') ? written.slice('sha256:'.length).toLowerCase() : sha256(written);
}
