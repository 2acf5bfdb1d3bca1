import { readOptions } from '../../options/index.ts';
import { encodeClientMessage, parseServerFrame } from '../../protocol/service/frames.ts';
import { socketUrl } from '../../protocol/service/socket-address.ts';
import type { ProxyConfig } from '../config/schema.ts';
import type { Confirmations } from './check-rest.ts';
import { describeEnd, type SocketProbe } from './check-socket.ts';
import { checkOf, type DoctorCheck } from './report.ts';

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
