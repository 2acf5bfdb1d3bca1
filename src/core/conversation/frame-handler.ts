import { batch } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import type { ChatownerFrame, MessageFrame, ServerFrame, SessionFrame } from '../../protocol/index.ts';
import type { ConversationSignals } from './conversation-signals.ts';
import type { Emitter } from './emitter.ts';
import type { ChatEvents } from './events.ts';
import { createFrameReader } from './frame-reader.ts';
import type { ChatMessage } from './message.ts';
import type { MessageSender } from './message-sender.ts';
import type { Transcript } from './transcript.ts';

export type FrameHandlerDeps = {
  clock: Clock;
  transcript: Transcript;
  sender: MessageSender;
  signals: Pick<ConversationSignals, 'owner' | 'unread'>;
  emitter: Emitter<ChatEvents>;
  isVisible(): boolean;
  onSession(frame: SessionFrame): void;
  /** Called after each frame that was read. */
  onFrame(): void;
};

/** Applies the service's frames to a conversation. Returns a handler for the raw data of the socket. */
export function createFrameHandler(deps: FrameHandlerDeps): (data: unknown) => void {
  const { clock, transcript, sender, signals, emitter } = deps;
  const readFrame = createFrameReader({
    now: clock.now,
    onFrame,
    onUnknown: sender.onOtherFrame,
    onDropped: (message) => emitter.emit('error', { code: 'frame-dropped', message }),
  });

  function onFrame(frame: ServerFrame): void {
    sender.onHandshakeFrame();
    if (frame.type === 'session') deps.onSession(frame);
    else if (frame.type === 'chatowner') signals.owner.value = { id: frame.id, ...readAuthor(frame) };
    else onMessage(frame);
    deps.onFrame();
  }

  function onMessage(frame: MessageFrame): void {
    const author = readAuthor(frame);
    const message: ChatMessage = { id: frame.id, from: 'agent', text: frame.content, at: clock.now(), author };
    const receipt = transcript.receive(message);
    // A replayed message is older than the visitor's, and confirms nothing.
    if (receipt === 'known') return;
    sender.onMessage(receipt === 'latest');
    if (!deps.isVisible()) signals.unread.value++;
    emitter.emit('message:received', { message });
  }

  return (data) => batch(() => readFrame(data));
}

function readAuthor({ name, profilepic }: MessageFrame | ChatownerFrame): { name?: string; avatarUrl?: string } {
  return { ...(name ? { name } : {}), ...(profilepic ? { avatarUrl: profilepic } : {}) };
}
