import { readOptions } from '../../options/index.ts';
import { encodeClientMessage, parseServerFrame } from '../../protocol/service/frames.ts';
import { socketUrl } from '../../protocol/service/socket-address.ts';
import type { ProxyConfig } from '../config/schema.ts';
import type { Confirmations } from './check-rest.ts';
import { checkOf, type DoctorCheck } from './report.ts';

export type SocketProbeResult =
  /** The first frame, and whether the message was answered, if there was one. */
  | { kind: 'frames'; first: string; isAnswered?: boolean }
  /** Open, but no frame arrived within the time limit. */
  | { kind: 'silent' }
  | { kind: 'closed'; code: number }
  /** The handshake failed with this status. */
  | { kind: 'refused'; status: number }
  | { kind: 'unreachable'; reason: string };

/** A message to send after the first frames. */
export type ProbeMessage = { frame: string; isAnswer: (text: string) => boolean };

/** Opens a socket, reads the first frame, sends the message if there is one, and closes it. Never rejects. */
export type SocketProbe = (url: string, message?: ProbeMessage) => Promise<SocketProbeResult>;

/**
 * Checks the WebSocket host and the flow: opens an anonymous conversation without a message. No other request shows whether
 * the flow exists. This is the only check that leaves something in the service: a conversation, perhaps with a greeting.
 */
export async function checkSocket(config: ProxyConfig, openSocket: SocketProbe): Promise<DoctorCheck> {
  const { flowId, service } = config;
  const result = await openSocket(socketUrl(service.wssUrl, { flowId, session: null, reconnect: false }));
  return describe(result, service.wssUrl, flowId);
}

/** Why no frame came. */
function describeEnd(result: Exclude<SocketProbeResult, { kind: 'frames' }>): string {
  switch (result.kind) {
    case 'closed':
      return `closed with ${result.code}`;
    case 'refused':
      return `handshake refused with ${result.status}`;
    case 'silent':
      return 'opened without a frame';
    case 'unreachable':
      return result.reason;
  }
}

function describe(result: SocketProbeResult, wssUrl: string, flowId: string): DoctorCheck {
  const { ok, warning, failed } = checkOf('chat socket');
  const flowAdvice = `Check flowId (LEADCHAT_FLOW_ID), ${flowId}, and service.wssUrl (LEADCHAT_WSS_URL).`;
  const frameAdvice = 'The first frame should be the session (service API, Frames)';
  switch (result.kind) {
    case 'unreachable':
      return failed(`${wssUrl}: ${result.reason}`, 'Check service.wssUrl (LEADCHAT_WSS_URL) and the network.');
    case 'refused':
      return failed(`${wssUrl} refuses the handshake with ${result.status}`, flowAdvice);
    case 'closed':
      return failed(`${wssUrl} closes the socket with ${result.code}`, flowAdvice);
    case 'silent':
      return warning(`${wssUrl} opens the socket, but sends no frame`, `${frameAdvice}; try the chat in a browser.`);
    case 'frames': {
      const parsed = parseServerFrame(result.first);
      if (parsed.ok && parsed.frame.type === 'session') {
        return ok(`${wssUrl} opens an anonymous conversation. It stays in the service, perhaps with a greeting`);
      }
      const problem = parsed.ok ? `a ${parsed.frame.type} frame` : `a frame that is ${parsed.problem}`;
      return failed(`${wssUrl} starts with ${problem}`, `${frameAdvice}.`);
    }
  }
}

const text = 'Hello! This is a connection test.';

/**
 * Sends one message in an anonymous conversation, with the frame that the widget uses, and waits for an answer. It leaves
 * the conversation in the service.
 */
export async function checkMessageFrame(
  config: ProxyConfig,
  openSocket: SocketProbe,
): Promise<{ check: DoctorCheck; confirmations: Confirmations }> {
  const { ok, failed } = checkOf('chat message');
  const { options } = readOptions({ proxy: config.widget, attributes: {}, overrides: {} });
  const frame = encodeClientMessage(text, options.messageFrame);
  const url = socketUrl(config.service.wssUrl, { flowId: config.flowId, session: null, reconnect: false });
  const result = await openSocket(url, { frame, isAnswer });
  if (result.kind === 'frames' && result.isAnswered === true) {
    const detail = `${frame} was answered. The conversation stays in the service`;
    return { check: ok(detail), confirmations: { clientFrame: { state: 'confirmed', detail } } };
  }
  const reason = result.kind === 'frames' ? 'got no answer within 30 seconds' : describeEnd(result);
  const advice =
    'Set widget.messageFrame to the frame that the service expects, with {text} in place of the message, and run this again.';
  return {
    check: failed(`${frame}: ${reason}. The conversation stays in the service`, advice),
    confirmations: { clientFrame: { state: 'not confirmed', detail: reason } },
  };
}

/** A service may send the visitor's own message back. */
function isAnswer(data: string): boolean {
  const parsed = parseServerFrame(data);
  return parsed.ok && parsed.frame.type === 'message' && parsed.frame.content !== text;
}
