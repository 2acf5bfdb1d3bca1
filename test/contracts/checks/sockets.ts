import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Check } from '../check.ts';
import type { Conversation, Frame } from '../conversation.ts';
import type { Service } from '../service.ts';
import { sessionId, succeeded, text } from '../shapes.ts';

const ofType = (type: string) => (frame: Frame) => frame.type === type;

async function withConversation<T>(
  service: Service,
  [session, reconnect]: [string | null, boolean],
  use: (conversation: Conversation) => Promise<T>,
): Promise<T> {
  const conversation = await service.converse(session, reconnect);
  service.recordCreated(`conversation (${session ?? 'anonymous'})`);
  try {
    return await use(conversation);
  } finally {
    await conversation.close();
  }
}

async function storedSession(conversation: Conversation): Promise<string> {
  return sessionId((await conversation.frame('session frame', ofType('session'))).session_id, 'session_id');
}

/** Sends a message and waits for a new one from the agent. */
async function reply(conversation: Conversation, said: string): Promise<Frame> {
  await conversation.frame('session frame', ofType('session'));
  const before = new Set(conversation.frames.filter(ofType('message')).map((frame) => frame.id));
  conversation.send(said);
  return conversation.frame('answer', (frame) => frame.type === 'message' && !before.has(frame.id));
}

async function initializedSession(service: Service): Promise<string> {
  const record = { phone: service.freshPhone(), first_name: 'Contract' };
  const body = succeeded(await service.initSession({ record, flow_id: service.flowId }));
  service.recordCreated(`session ${body.session} for ${record.phone}`);
  return sessionId(body.session, 'session');
}

/** Starts a conversation, waits for an answer and closes the socket. Returns its id and its frames. */
function leftConversation(service: Service): Promise<{ id: string; frames: readonly Frame[] }> {
  return withConversation(service, [null, false], async (conversation) => {
    const id = await storedSession(conversation);
    await reply(conversation, 'Hello');
    return { id, frames: conversation.frames };
  });
}

export const socketChecks: Check[] = [
  {
    title: 'opens an anonymous conversation for the session null, and names its session first',
    rows: [
      'Webchat connection: rule 1',
      'Webchat connection: flowId',
      'Webchat connection: sessionId',
      'Webchat connection: reconnect',
      'Frames: session',
    ],
    run: (service) =>
      withConversation(service, [null, false], async (conversation) => {
        await storedSession(conversation);
        const [first] = conversation.frames;
        assert.equal(first?.type, 'session');
        text(first?.id, 'id');
      }),
  },
  {
    title: 'opens another conversation for each anonymous visitor',
    rows: ['Webchat connection: rule 1'],
    async run(service) {
      const first = await withConversation(service, [null, false], storedSession);
      assert.notEqual(await withConversation(service, [null, false], storedSession), first);
    },
  },
  {
    title: 'names the owner of the conversation',
    rows: ['Frames: chatowner'],
    run: (service) =>
      withConversation(service, [null, false], async (conversation) => {
        const owner = await conversation.frame('chatowner frame', ofType('chatowner'));
        for (const name of ['id', 'name', 'profilepic']) text(owner[name], name);
        assert.ok(URL.canParse(text(owner.profilepic, 'profilepic')), 'profilepic is no address');
      }),
  },
  {
    title: 'sends messages with their id, author, picture and content',
    rows: ['Frames: message'],
    run: (service) =>
      withConversation(service, [null, false], async (conversation) => {
        await conversation.frame('session frame', ofType('session'));
        conversation.send('Hello'); // for a service that does not speak first
        const message = await conversation.frame('message', ofType('message'));
        for (const name of ['id', 'name', 'profilepic', 'content']) text(message[name], name);
      }),
  },
  {
    title: 'answers a message of the visitor',
    rows: ['Frames: message'],
    choice: 'clientFrame',
    run: (service) =>
      withConversation(service, [null, false], async (conversation) => {
        text((await reply(conversation, 'Hello, this is a check of the service API.')).content, 'content');
      }),
  },
  {
    title: 'opens a socket without the API key',
    rows: ['Webchat connection: rule 1'],
    choice: 'socketAuthentication',
    run: (service) =>
      withConversation(service, [null, false], async (conversation) => {
        await storedSession(conversation);
      }),
  },
  {
    title: 'gives every message a unique id',
    rows: ['Frames: message'],
    run: (service) =>
      withConversation(service, [null, false], async (conversation) => {
        await reply(conversation, 'Hello');
        await reply(conversation, 'Who are you?');
        const ids = conversation.frames.filter(ofType('message')).map((frame) => frame.id);
        assert.equal(new Set(ids).size, ids.length);
      }),
  },
  {
    title: 'opens a session with lead data at the address that the configuration gives',
    rows: ['Webchat connection: rule 2', 'Webchat connection: sessionId', 'Webchat session initialization: response'],
    choice: 'socketHost',
    async run(service) {
      const session = await initializedSession(service);
      assert.equal(await withConversation(service, [session, false], storedSession), session);
    },
  },
  {
    title: 'answers in a session with lead data',
    rows: ['Webchat connection: rule 2'],
    async run(service) {
      const session = await initializedSession(service);
      const said = (conversation: Conversation) => reply(conversation, 'Hello');
      text((await withConversation(service, [session, false], said)).content, 'content');
    },
  },
  {
    title: 'continues a conversation with its stored session',
    rows: ['Webchat connection: rule 3', 'Webchat connection: sessionId', 'Webchat connection: reconnect'],
    async run(service) {
      const { id } = await leftConversation(service);
      const said = (conversation: Conversation) => reply(conversation, 'I am back.');
      text((await withConversation(service, [id, true], said)).content, 'content');
    },
  },
  {
    title: 'begins a resumed conversation with a session frame of the same id',
    rows: ['Frames: session', 'Webchat connection: rule 3'],
    choice: 'sessionFrameFirst',
    async run(service) {
      const { id } = await leftConversation(service);
      await withConversation(service, [id, true], async (conversation) => {
        assert.equal(await storedSession(conversation), id);
        assert.equal(conversation.frames[0]?.type, 'session');
      });
    },
  },
  {
    title: 'gives the messages of a resumed conversation the ids they had, if it shows them again',
    rows: ['Webchat connection: rule 3'],
    choice: 'historyOnResume',
    async run(service) {
      const { id, frames } = await leftConversation(service);
      const before = frames.filter(ofType('message'));
      return withConversation(service, [id, true], async (conversation) => {
        await reply(conversation, 'I am back.');
        const ids = new Set(conversation.frames.map((frame) => frame.id));
        const again = before.filter((frame) => ids.has(frame.id)).length;
        const same = conversation.frames.filter((frame) => before.some((earlier) => earlier.content === frame.content));
        assert.ok(same.length === 0 || again > 0, 'messages came again under other ids');
        return `${again} of ${before.length} messages came again`;
      });
    },
  },
  {
    title: 'refuses a session that it does not know',
    rows: ['Webchat connection: sessionId'],
    choice: 'refusedSession',
    async run(service) {
      const unknown = `webchat-session.${randomUUID()}`;
      const opening = await service.open(unknown, true);
      if (!opening.ok) return `by the handshake: ${opening.reason}`;
      const { conversation } = opening;
      const other = conversation.frame('session frame', ofType('session')).then(
        (frame) => frame.session_id,
        () => undefined,
      );
      const outcome = await Promise.race([conversation.closed, other]);
      if (typeof outcome === 'string') await conversation.close();
      if (typeof outcome === 'string' && outcome !== unknown) return 'by a session frame with another id';
      const code = await conversation.closed;
      assert.ok(code === 1008 || (code >= 4400 && code <= 4499), `closed with ${code}, after ${outcome}`);
      return `by a close with ${code}`;
    },
  },
  {
    title: 'refuses a flow that it does not know',
    rows: ['Webchat connection: flowId'],
    choice: { presumed: 'the response for an unknown flow at the socket' },
    async run(service) {
      const opening = await service.open(null, false, randomUUID());
      if (!opening.ok) return `by the handshake: ${opening.reason}`;
      return `by a close with ${await opening.conversation.closed}`;
    },
  },
  {
    title: 'sends frames without a time',
    rows: ['Frames: message'],
    choice: 'frameTimes',
    async run(service) {
      const { frames } = await leftConversation(service);
      const known = new Set(['type', 'id', 'session_id', 'profilepic', 'name', 'content']);
      const further = new Set(frames.flatMap((frame) => Object.keys(frame)).filter((name) => !known.has(name)));
      assert.deepEqual([...further], []);
    },
  },
];
