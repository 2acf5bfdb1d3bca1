import { timingSafeEqual } from 'node:crypto';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { Context, MiddlewareHandler } from 'hono';
import type { AdminOperator, OperatorRole } from '../../protocol/admin/operator.ts';
import { cleanText } from '../../protocol/clean-text.ts';
import { hashOfToken } from '../config/operators-schema.ts';
import type { ProxyConfig } from '../config/schema.ts';
import type { AdminDeps } from '../deps.ts';
import { limitKey } from '../http/address.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { bearerToken } from '../http/identify-sender.ts';
import { createWarnOnce } from '../http/log-throttle.ts';
import { ProxyError, rateLimited } from '../http/proxy-error.ts';
import { limitAddresses } from '../limits/limiter.ts';
import { sha256 } from '../sha256.ts';

type AuthorizeDeps = Pick<AdminDeps, 'limiter' | 'log'> & { config: ReadonlySignal<ProxyConfig> };

/** Middleware that admits operators: by the bearer token, or by the header of a reverse proxy that has signed them in. */
export function authorize({ config, limiter, log }: AuthorizeDeps): MiddlewareHandler<AppEnvironment> {
  // Slows down guessing.
  const takeGuess = limitAddresses(
    { limit: 'adminSignIn', limiter: limiter('admin', { points: 10, seconds: 60 }) },
    { limit: 'adminSignIn', limiter: limiter('admin-network', { points: 50, seconds: 60 }), ofNetwork: true },
  );
  const operators = followOperators(config);
  const inTurn = createTurns();
  const warnOnce = createWarnOnce(log);

  /** Counts a token before it is compared: of many that arrive together, none is compared beyond the limit. */
  const check = async (sent: string, address: string | undefined): Promise<AdminOperator | undefined> => {
    const guess = await takeGuess(address);
    if (!guess.allowed) throw rateLimited(guess.limit, guess.retryAfterSeconds);
    const operator = operators.byToken(sent);
    if (operator !== undefined) await guess.reward();
    return operator;
  };

  /** The operator whom the header names; undefined without one, and from an address that is not trusted. */
  const signedIn = (c: Context<AppEnvironment>): AdminOperator | undefined => {
    const { operatorHeader } = config.value;
    const name = operatorHeader === undefined ? undefined : c.req.header(operatorHeader);
    if (operatorHeader === undefined || name === undefined || name === '') return undefined;
    if (!c.get('isFromTrustedProxy')) {
      const hint =
        'it counts only from trustedProxies (LEADCHAT_TRUSTED_PROXIES); if your reverse proxy sends it, list its address';
      warnOnce('operator-header-ignored', { header: operatorHeader, hint });
      return undefined;
    }
    const operator = operators.byName(name);
    if (operator === undefined)
      throw new ProxyError('not-allowed', {
        message: 'You have no role here. The operator of this proxy gives one in operatorRoles.',
      });
    refuseOtherPages(c);
    return operator;
  };

  return async (c, next) => {
    const sent = bearerToken(c);
    const address = c.get('clientAddress');
    // A request without a token guesses nothing. If it counted, anyone behind the operator's address could lock them out.
    // In turn, so that the operator's own requests, which count while they are checked, never reach the limit together.
    const operator = sent === undefined ? signedIn(c) : await inTurn(limitKey(address), () => check(sent, address));
    if (operator !== undefined) {
      const { name = '' } = operator;
      c.set('operator', operator);
      c.set('operatorNow', () => (sent === undefined ? operators.byName(name) : operators.byToken(sent)));
      return next();
    }
    if (sent !== undefined) log.warn('admin-refused', { requestId: c.get('requestId') });
    throw unauthorized(sent);
  };
}

/** The browser of somebody who is signed in sends the cookie for the header's proxy along from every page. */
function refuseOtherPages(c: Context<AppEnvironment>): void {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return;
  const [site, origin] = [c.req.header('sec-fetch-site'), c.req.header('origin')];
  const isOwn =
    site === undefined
      ? origin === undefined || URL.parse(origin)?.host === c.req.header('host')
      : site === 'same-origin';
  if (!isOwn) throw new ProxyError('origin-not-allowed', { message: 'Only the dashboard itself may send this.' });
}

function unauthorized(sent: string | undefined): ProxyError {
  const message =
    sent === undefined
      ? 'Send your token: Authorization: Bearer …'
      : 'This proxy does not know the token. Send the admin token that it was started with, or that of an operator.';
  return new ProxyError('unauthorized', { message });
}

/** Runs tasks of the same key one after another. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(task);
    const settled = turn.then(
      () => {},
      () => {},
    );
    last.set(key, settled);
    void settled.then(() => {
      if (last.get(key) === settled) last.delete(key);
    });
    return turn;
  };
}

type OperatorConfig = Pick<ProxyConfig, 'adminToken' | 'operators' | 'operatorRoles'>;

/** The operators of the configuration that applies when it is asked: who is removed there is out at once. */
function followOperators(config: ReadonlySignal<OperatorConfig>) {
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
