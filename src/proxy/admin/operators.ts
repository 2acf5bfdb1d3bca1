import { timingSafeEqual } from 'node:crypto';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { AdminOperator, OperatorRole } from '../../protocol/admin/operator.ts';
import { cleanText } from '../../protocol/clean-text.ts';
import { hashOfToken } from '../config/operators-schema.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { sha256 } from '../sha256.ts';

type OperatorConfig = Pick<ProxyConfig, 'adminToken' | 'operators' | 'operatorHeader' | 'operatorRoles'>;

/** Whether anybody can sign in. Otherwise the dashboard does not exist. */
export function hasOperators({ adminToken, operators, operatorHeader }: OperatorConfig): boolean {
  return adminToken !== undefined || operators.length > 0 || operatorHeader !== undefined;
}

/** The operators of the configuration that applies when it is asked: who is removed there is out at once. */
export function followOperators(config: ReadonlySignal<OperatorConfig>) {
  const known = computed(() => knownTokens(config.value));
  return {
    /** The operator whose token this is. */
    byToken(token: string): AdminOperator | undefined {
      const hash = sha256(token);
      let found: AdminOperator | undefined;
      // All of them, so that the time says nothing about which one it is.
      for (const { hash: expected, operator } of known.value) if (isSameHash(hash, expected)) found = operator;
      return found;
    },
    /** The operator whom the header of a reverse proxy names. */
    byName(written: string): AdminOperator | undefined {
      const name = cleanText(written);
      const role = roleOf(name, config.value.operatorRoles);
      return role === undefined ? undefined : { name, role };
    },
  };
}

function knownTokens({ adminToken, operators }: OperatorConfig): { hash: string; operator: AdminOperator }[] {
  return [
    ...(adminToken === undefined ? [] : [{ hash: sha256(adminToken), operator: { role: 'owner' as const } }]),
    ...operators.map(({ name, token, role }) => ({ hash: hashOfToken(token), operator: { name, role } })),
  ];
}

/** A name wins over the pattern of its domain. Upper and lower case are the same, as in addresses. */
function roleOf(name: string, roles: Readonly<Record<string, OperatorRole>>): OperatorRole | undefined {
  // Several addresses, or none: nobody.
  if (name === '' || /[\s,*]/.test(name)) return undefined;
  const byName = new Map(Object.entries(roles).map(([key, role]) => [key.toLowerCase(), role]));
  const lower = name.toLowerCase();
  const at = lower.lastIndexOf('@');
  return byName.get(lower) ?? (at > 0 ? byName.get(`*${lower.slice(at)}`) : undefined);
}

/** In constant time, so that timing reveals nothing about the token. */
function isSameHash(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
