import type { ProxySession } from '../../protocol/proxy/responses.ts';
import type { Assumptions } from '../../protocol/service/assumptions.ts';
import { socketUrl } from '../../protocol/service/socket-address.ts';
import type { WebchatSession } from '../../protocol/service/webchat.ts';
import { isServiceError, type ServiceClient, type ServiceErrorCode } from '../../service-client/index.ts';
import { failureCause } from '../delivery/classify-error.ts';
import { mayOpenSession } from '../intake/admission.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { LeadStore } from '../store/create-store.ts';

/** `facts` are logged with a failure. */
export type SessionOpener = (
  record: Record<string, unknown>,
  phone: string,
  facts: { lead: string; requestId: string },
) => Promise<ProxySession>;

export type SessionOpenerDeps = {
  client: Pick<ServiceClient, 'initSession'>;
  flowId: string;
  wssUrl: string;
  socketHost: Assumptions['socketHost'];
  metrics: Pick<Metrics, 'sessionOpened'>;
  log: Log;
  /** A visitor is waiting. @default 5000 */
  timeoutMs?: number;
};

/**
 * Opens a chat session with a lead's data, in 5 seconds at most. Resolves with null if the service could not open one;
 * the visitor then chats anonymously. Tries twice: at worst the service keeps an unused session.
 */
export function createSessionOpener({
  client,
  flowId,
  wssUrl,
  socketHost,
  metrics,
  log,
  timeoutMs = 5000,
}: SessionOpenerDeps): SessionOpener {
  return async (record, phone, facts) => {
    const signal = AbortSignal.timeout(timeoutMs);
    for (let attempt = 1; attempt <= 2; attempt++) {
      try {
        const session = await client.initSession({ record: { ...record, phone }, flow_id: flowId }, { signal });
        const ownHost = socketHost === 'session' ? socketHostOf(session, wssUrl) : undefined;
        metrics.sessionOpened(true);
        // The service may run the session in another flow than the requested one.
        const sessionFlow = session.flow_id ?? flowId;
        const path = { flowId: sessionFlow, session: session.session, reconnect: false };
        return {
          flow_id: sessionFlow,
          session: session.session,
          url: socketUrl(ownHost ?? wssUrl, path),
          wss_url: ownHost,
        };
      } catch (error) {
        metrics.sessionOpened(false);
        const reason = isServiceError(error)
          ? { code: error.code, cause: failureCause(error) }
          : { code: 'unexpected' };
        log.warn('session-failed', { ...facts, attempt, ...reason });
        if (!isServiceError(error) || signal.aborted || !retryableCodes.has(error.code)) return null;
      }
    }
    return null;
  };
}

export type LeadSessionDeps = {
  store: Pick<LeadStore, 'find' | 'keepSession'>;
  openSession: SessionOpener;
};

/**
 * Resolves with the session of a 202 response. A repeated request gets the session of the first response. For
 * simultaneous requests the store decides which session counts.
 */
export async function findOrCreateSession(
  { store, openSession }: LeadSessionDeps,
  facts: { lead: string; requestId: string },
): Promise<ProxySession> {
  const { lead } = facts;
  const stored = await store.find(lead);
  if (stored?.session !== undefined) return stored.session;
  // A lead whose personal data was deleted has no phone, and session initialization needs one.
  const mayOpen = stored !== undefined && mayOpenSession(stored) && stored.phone !== '';
  return store.keepSession(lead, mayOpen ? await openSession(stored.record, stored.phone, facts) : null);
}

const retryableCodes = new Set<ServiceErrorCode>([
  'not-sent',
  'interrupted',
  'unavailable',
  'server-error',
  'rate-limited',
]);

/** The session's own host and port, with the scheme of the configured address. */
function socketHostOf(session: WebchatSession, wssUrl: string): string {
  const { wss_test_url: named, flow_port: port } = session;
  if (!named) return wssUrl;
  const host = URL.parse(named.includes('://') ? named : `${new URL(wssUrl).protocol}//${named}`);
  if (host === null || (host.protocol !== 'wss:' && host.protocol !== 'ws:')) return wssUrl;
  if (port && host.port === '') host.port = String(port);
  return host.href.replace(/\/+$/, '');
}
