import { createBotframework } from './botframework.ts';
import { convai } from './convai.ts';
import { deepChat } from './deep-chat.ts';
import { flowise } from './flowise.ts';
import { installPeer, type Peer } from './install-peer.ts';
import { n8n } from './n8n.ts';
import { persona } from './persona.ts';
import { typebot } from './typebot.ts';

/** The chats that leadchat is compared with. */
function createPeers(): Peer[] {
  return [deepChat, persona, convai, typebot, flowise, n8n, createBotframework()];
}

/** The peers that are installed or can be downloaded; adds a sentence to `failures` for each other one. */
export function installedPeers(failures: string[]): Peer[] {
  return createPeers().filter((peer) => {
    try {
      installPeer(peer);
      return true;
    } catch (error) {
      console.error(`[leadchat] bench: ${peer.package}@${peer.version} could not be downloaded.`, error);
      failures.push(`${peer.name} could not be downloaded.`);
      return false;
    }
  });
}

/** An argument of Chromium: requests of peers to other hosts fail at once, with or without a network. */
export const offline = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

/** Why some values of a peer cannot be compared. */
export const unfairness = [
  'leadchat and the hand-written floor load the chat when the pointer is over the bubble, Persona when the page is idle, the other peers with the page. So click → usable is only drawing.',
  'deep-chat and Bot Framework have no bubble: they are measured until their field is visible.',
  'deep-chat and Typebot request a font from another host, which is blocked here: in a visit it counts as a request without bytes.',
  'The calls of ElevenLabs are off, and so is its animated picture, because this machine has no graphics card.',
  'leadchat, the floor, deep-chat, ElevenLabs and Bot Framework receive messages over a WebSocket, the others in the response to an HTTP request.',
  'Flowise and n8n chat get 1,000 messages at once, as the history of the chat, since their backends send one message in reply to one. The time includes opening the chat (Flowise) or loading and opening it (n8n chat).',
  'leadchat shows the latest fifty of 1,000 messages, the others all of them.',
  'Typebot animates each message; its emulated typing is off.',
];
