import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { type Assumptions, defaultAssumptions } from '../../src/protocol/service/assumptions.ts';
import { socketUrl } from '../../src/protocol/service/socket-address.ts';
import { type Conversation, type Opening, openConversation } from './conversation.ts';
import { digits, object, succeeded, uuid } from './shapes.ts';

/** The addresses of the service, and what the checks may use. */
export type ServiceTarget = {
  baseUrl: string;
  hooksUrl: string;
  wssUrl: string;
  apiKey: string;
  flowId: string;
  journeyId?: string | undefined;
  agentId?: string | undefined;
  /** Leads may be enrolled in the journey. */
  mayEnrol: boolean;
  /** The phones below may be rung. */
  mayCall: boolean;
  phone?: string | undefined;
  congestedPhone?: string | undefined;
  transferredPhone?: string | undefined;
  assumptions?: Assumptions;
  /** How long a wait may take, in ms; an agent's answer may take a language model's time. @default 30000 */
  timeoutMs?: number;
};

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type ServiceResponse = { status: number; contentType: string; body: unknown };

export type Asking = {
  query?: Record<string, string>;
  body?: unknown;
  /** A body that is not JSON. */
  raw?: string;
  /** A key instead of the right one. Null sends no Authorization header. */
  key?: string | null;
};

export type KnownLead = { leadId: string; phone: string };

export type Service = ServiceTarget & {
  assumptions: Assumptions;
  rest(method: Method, path: string, asking?: Asking): Promise<ServiceResponse>;
  initSession(body: unknown): Promise<ServiceResponse>;
  open(session: string | null, reconnect: boolean, flowId?: string): Promise<Opening>;
  /** Like `open`, but fails if the handshake is refused. */
  converse(session: string | null, reconnect: boolean): Promise<Conversation>;
  /** A lead that was not on file, with these fields besides its phone. */
  newLead(fields?: Record<string, unknown>): Promise<KnownLead>;
  /** The lead as Get Lead shows it. */
  leadOnFile(leadId: string): Promise<Record<string, unknown>>;
  /** A number that nobody has. */
  freshPhone(): string;
  /** Reports a created object. It stays, because the service API cannot delete it. */
  recordCreated(what: string): void;
};

/** Uses plain fetch and sockets instead of leadchat's client, which is not under test here. */
export function reachService(target: ServiceTarget, recordCreated: (what: string) => void = () => {}): Service {
  const service: Service = {
    ...target,
    assumptions: target.assumptions ?? defaultAssumptions,
    recordCreated,
    rest: (method, path, asking = {}) =>
      ask(method, target.baseUrl + path, asking, asking.key === undefined ? target.apiKey : asking.key),
    initSession(body) {
      const key = service.assumptions.keyForSessions ? target.apiKey : null;
      return ask('POST', `${target.hooksUrl}/webchat/session`, { body }, key);
    },
    open: (session, reconnect, flowId = target.flowId) =>
      openConversation(socketUrl(target.wssUrl, { flowId, session, reconnect }), target.timeoutMs ?? 30_000),
    async converse(session, reconnect) {
      const opening = await service.open(session, reconnect);
      assert.ok(opening.ok, `the handshake was refused: ${opening.ok ? '' : opening.reason}`);
      return opening.conversation;
    },
    async newLead(fields = { first_name: 'Contract', last_name: 'Check' }) {
      for (let attempt = 1; ; attempt += 1) {
        const phone = freshPhone();
        const response = await service.rest('POST', '/lead/create', { body: { record: { phone, ...fields } } });
        if (response.status === 409 && attempt < 5) continue; // an earlier run created this lead
        const lead = object(succeeded(response).lead, 'lead');
        const leadId = uuid(lead.lead_id, 'lead_id');
        recordCreated(`lead ${leadId} (${phone})`);
        return { leadId, phone: digits(lead.phone, 'phone') };
      }
    },
    async leadOnFile(leadId) {
      return succeeded(await service.rest('GET', '/lead/get', { query: { lead_id: leadId } }));
    },
    freshPhone,
  };
  return service;
}

async function ask(method: Method, address: string, asking: Asking, key: string | null): Promise<ServiceResponse> {
  const url = new URL(address);
  for (const [name, value] of Object.entries(asking.query ?? {})) url.searchParams.set(name, value);
  const body = asking.raw ?? (asking.body === undefined ? undefined : JSON.stringify(asking.body));
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const contentType = response.headers.get('content-type') ?? '';
  return { status: response.status, contentType, body: parse(await response.text()) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const areaCodes =
  '201 202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 225 228 229 231 240 248 251 252 253 254 256 260 262 267 269 270 281 301 302 303 304 305 307 308 309 310 312 313 314 315 316 317 318 319 320 321 323 330 334 336 337 347 352 360 361 386 401 402 404 405 406 407 408 409 410 412 413 414 415 417 419 423 425 432 434 435 440 443 478 479 480 501 502 503 504 505 507 508 509 510 512 513 515 516 517 518 520';

/** The phones that this run has used. */
const usedPhones = new Set<string>();

/** 555-0100 to 555-0199 are reserved for fiction in every area code of North America: no message reaches a person. */
function freshPhone(): string {
  const codes = areaCodes.split(' ');
  const phone = `1${codes[randomInt(codes.length)]}55501${String(randomInt(100)).padStart(2, '0')}`;
  if (usedPhones.has(phone)) return freshPhone();
  usedPhones.add(phone);
  return phone;
}
