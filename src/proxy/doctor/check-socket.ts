import { parseServerFrame, socketUrl } from '../../protocol/index.ts';
import type { ProxyConfig } from '../config/schema.ts';
import type { Confirmations } from './check-rest.ts';
import type { DoctorCheck } from './report.ts';

export type SocketProbed =
  | { kind: 'frame'; text: string }
  /** Open, and nothing came for a while. */
  | { kind: 'silent' }
  | { kind: 'closed'; code: number }
  /** The handshake was answered with another status than 101. */
  | { kind: 'refused'; status: number }
  | { kind: 'unreachable'; reason: string };

/** Opens a socket, waits for the first thing to happen, and closes it at once. Never rejects. */
export type SocketProbe = (url: string) => Promise<SocketProbed>;

/**
 * The WebSocket host and the flow, by an anonymous conversation (webchat connection) in which nothing is said. It is the only probe
 * that can leave a trace, an empty conversation: no lighter one tells a flow that exists from one that does not.
 */
export async function checkSocket(
  config: ProxyConfig,
  openSocket: SocketProbe,
): Promise<{ check: DoctorCheck; confirmations: Confirmations }> {
  const { wssUrl } = config.service;
  const probed = await openSocket(socketUrl(wssUrl, { flowId: config.flowId, session: null, reconnect: false }));
  const check = judge(probed, wssUrl, config.flowId);
  const confirmed = { socketAuthentication: { state: 'confirmed', detail: 'opened without a key' } } as const;
  return { check, confirmations: check.state === 'ok' ? confirmed : {} };
}

function judge(probed: SocketProbed, wssUrl: string, flowId: string): DoctorCheck {
  const name = 'chat socket';
  const flowAdvice = `Check flowId (LEADCHAT_FLOW_ID), ${flowId}, and service.wssUrl (LEADCHAT_WSS_URL).`;
  switch (probed.kind) {
    case 'unreachable': {
      const advice = 'Check service.wssUrl (LEADCHAT_WSS_URL) and the network.';
      return { name, state: 'failed', detail: `${wssUrl}: ${probed.reason}`, advice };
    }
    case 'refused':
      return { name, state: 'failed', detail: `${wssUrl} refuses it with ${probed.status}`, advice: flowAdvice };
    case 'closed':
      return { name, state: 'failed', detail: `${wssUrl} closes it with ${probed.code}`, advice: flowAdvice };
    case 'silent': {
      const advice = 'The first frame should be the session (docs/service-api.md, Frames); try the chat itself.';
      return { name, state: 'warning', detail: `${wssUrl} opens it, but sends no frame`, advice };
    }
    case 'frame': {
      const reading = parseServerFrame(probed.text);
      if (reading.ok && reading.frame.type === 'session') {
        const detail = `${wssUrl} opens an anonymous conversation; it was left at once, with nothing said`;
        return { name, state: 'ok', detail };
      }
      const problem = reading.ok ? `a ${reading.frame.type} frame` : `a frame that is ${reading.problem}`;
      const advice = 'The first frame should be the session (docs/service-api.md, Frames).';
      return { name, state: 'failed', detail: `${wssUrl} begins with ${problem}`, advice };
    }
  }
}
