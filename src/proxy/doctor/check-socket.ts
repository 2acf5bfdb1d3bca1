import { parseServerFrame } from '../../protocol/service/frames.ts';
import { socketUrl } from '../../protocol/service/socket-address.ts';
import type { ProxyConfig } from '../config/schema.ts';
import type { Confirmation, Confirmations } from './check-rest.ts';
import type { DoctorCheck } from './report.ts';

export type SocketProbeResult =
  /** At least one frame, up to the first short pause, and whether the message was answered. */
  | { kind: 'frames'; texts: string[]; isAnswered?: boolean }
  /** Open, but no frame arrived within the time limit. */
  | { kind: 'silent' }
  | { kind: 'closed'; code: number }
  /** The handshake failed with this status. */
  | { kind: 'refused'; status: number }
  | { kind: 'unreachable'; reason: string };

/** A message to send after the first frames. */
export type ProbeMessage = { frame: string; isAnswer: (text: string) => boolean };

/** Opens a socket, reads the first frames, sends the message if there is one, and closes it. Never rejects. */
export type SocketProbe = (url: string, message?: ProbeMessage) => Promise<SocketProbeResult>;

/**
 * Checks the WebSocket host and the flow: opens an anonymous conversation without a message, and then resumes it. No
 * other request shows whether the flow exists. This is the only check that leaves something in the service: a
 * conversation, perhaps with a greeting.
 */
export async function checkSocket(
  config: ProxyConfig,
  openSocket: SocketProbe,
  unknownId: string,
): Promise<{ check: DoctorCheck; confirmations: Confirmations }> {
  const { wssUrl } = config.service;
  const { flowId } = config;
  const first = await openSocket(socketUrl(wssUrl, { flowId, session: null, reconnect: false }));
  const check = describe(first, wssUrl, flowId);
  if (check.state !== 'ok' || first.kind !== 'frames') return { check, confirmations: {} };
  const session = sessionOf(first) ?? null;
  const resumed = await openSocket(socketUrl(wssUrl, { flowId, session, reconnect: true }));
  const unknown = `webchat-session.${unknownId}`;
  const refused = await openSocket(socketUrl(wssUrl, { flowId, session: unknown, reconnect: true }));
  return {
    check,
    confirmations: {
      socketAuthentication: { state: 'confirmed', detail: 'opened without a key' },
      sessionFrameFirst: confirm(sessionOf(resumed) === session, 'resumed with a session frame of the same id'),
      historyOnResume: { state: 'confirmed', detail: `a resumed conversation began with ${countMessages(resumed)}` },
      refusedSession: confirm(isRefused(refused, unknown), `an unknown session: ${describeEnd(refused)}`),
      frameTimes: confirm(!first.texts.some(hasTime), `${first.texts.length} frames read`),
    },
  };
}

function confirm(isAsAssumed: boolean, detail: string): Confirmation {
  return isAsAssumed ? { state: 'confirmed', detail } : { state: 'not confirmed', detail };
}

/** The session id of the first frame. */
function sessionOf(result: SocketProbeResult): string | undefined {
  if (result.kind !== 'frames') return undefined;
  const parsed = parseServerFrame(result.texts[0]);
  return parsed.ok && parsed.frame.type === 'session' ? parsed.frame.session_id : undefined;
}

function countMessages(result: SocketProbeResult): string {
  const texts = result.kind === 'frames' ? result.texts : [];
  const count = texts.filter((text) => {
    const parsed = parseServerFrame(text);
    return parsed.ok && parsed.frame.type === 'message';
  }).length;
  return count === 1 ? '1 message' : `${count} messages`;
}

function isRefused(result: SocketProbeResult, session: string): boolean {
  if (result.kind === 'closed') return result.code === 1008 || (result.code >= 4400 && result.code <= 4499);
  return result.kind === 'refused' || (result.kind === 'frames' && sessionOf(result) !== session);
}

export function describeEnd(result: SocketProbeResult): string {
  switch (result.kind) {
    case 'closed':
      return `closed with ${result.code}`;
    case 'refused':
      return `handshake refused with ${result.status}`;
    case 'frames':
      return `opened with the session ${sessionOf(result) ?? 'missing'}`;
    case 'silent':
      return 'opened without a frame';
    case 'unreachable':
      return result.reason;
  }
}

const timeKeys = /"(?:at|time|timestamp|date|created_at|sent_at)"\s*:/;

function hasTime(text: string): boolean {
  return timeKeys.test(text);
}

function describe(result: SocketProbeResult, wssUrl: string, flowId: string): DoctorCheck {
  const name = 'chat socket';
  const flowAdvice = `Check flowId (LEADCHAT_FLOW_ID), ${flowId}, and service.wssUrl (LEADCHAT_WSS_URL).`;
  switch (result.kind) {
    case 'unreachable': {
      const advice = 'Check service.wssUrl (LEADCHAT_WSS_URL) and the network.';
      return { name, state: 'failed', detail: `${wssUrl}: ${result.reason}`, advice };
    }
    case 'refused':
      return {
        name,
        state: 'failed',
        detail: `${wssUrl} refuses the handshake with ${result.status}`,
        advice: flowAdvice,
      };
    case 'closed':
      return { name, state: 'failed', detail: `${wssUrl} closes the socket with ${result.code}`, advice: flowAdvice };
    case 'silent': {
      const advice = 'The first frame should be the session (service API, Frames); try the chat in a browser.';
      return { name, state: 'warning', detail: `${wssUrl} opens the socket, but sends no frame`, advice };
    }
    case 'frames': {
      const parsed = parseServerFrame(result.texts[0]);
      if (parsed.ok && parsed.frame.type === 'session') {
        const detail = `${wssUrl} opens an anonymous conversation. It stays in the service, perhaps with a greeting`;
        return { name, state: 'ok', detail };
      }
      const problem = parsed.ok ? `a ${parsed.frame.type} frame` : `a frame that is ${parsed.problem}`;
      const advice = 'The first frame should be the session (service API, Frames).';
      return { name, state: 'failed', detail: `${wssUrl} starts with ${problem}`, advice };
    }
  }
}
