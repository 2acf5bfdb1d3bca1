import assert from 'node:assert/strict';
import { WebSocket } from 'ws';
import { encodeClientMessage } from '../../src/protocol/service/frames.ts';
import { object } from './shapes.ts';

export type Frame = Record<string, unknown>;

export type Conversation = {
  /** Every frame so far. */
  frames: readonly Frame[];
  /** The first frame that matches, among past and future ones. Rejects if the socket closes before. */
  frame(what: string, fits: (frame: Frame, index: number) => boolean): Promise<Frame>;
  send(content: string): void;
  /** The close code, once the socket is closed. */
  closed: Promise<number>;
  close(): Promise<void>;
};

export type Opening = { ok: true; conversation: Conversation } | { ok: false; reason: string };

/** Opens a socket. A refused handshake is an outcome, not an error. `timeoutMs` is how long each wait may take. */
export function openConversation(url: string, timeoutMs: number): Promise<Opening> {
  const socket = new WebSocket(url, { handshakeTimeout: timeoutMs });
  const frames: Frame[] = [];
  const changes = new EventTarget();
  let closeCode: number | undefined;
  let problem: unknown;
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  closed.then((code) => {
    closeCode = code;
    changes.dispatchEvent(new Event('change'));
  });
  socket.on('message', (data, isBinary) => {
    try {
      assert.ok(!isBinary, 'a binary frame came');
      frames.push(object(JSON.parse(data.toString()), 'the frame'));
    } catch (error) {
      problem ??= error; // For the next wait: nothing catches errors of a listener.
    }
    changes.dispatchEvent(new Event('change'));
  });

  const frame: Conversation['frame'] = (what, fits) =>
    new Promise((resolve, reject) => {
      const settle = (outcome: () => void) => {
        clearTimeout(timer);
        changes.removeEventListener('change', look);
        outcome();
      };
      const look = () => {
        const found = frames.find(fits);
        if (problem !== undefined) settle(() => reject(problem));
        else if (found !== undefined) settle(() => resolve(found));
        else if (closeCode !== undefined) {
          settle(() => reject(new assert.AssertionError({ message: `closed with ${closeCode} before ${what}` })));
        }
      };
      const timer = setTimeout(() => {
        settle(() => reject(new assert.AssertionError({ message: `no ${what} within ${timeoutMs} ms` })));
      }, timeoutMs);
      changes.addEventListener('change', look);
      look();
    });

  return new Promise((resolve) => {
    socket.on('error', (error) => resolve({ ok: false, reason: error.message }));
    socket.on('open', () => {
      const conversation: Conversation = {
        frames,
        frame,
        send: (content) => socket.send(encodeClientMessage(content)),
        closed,
        async close() {
          socket.close(1000);
          await closed;
        },
      };
      resolve({ ok: true, conversation });
    });
  });
}
