import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { repliesTo } from '../widget/subject.ts';
import { folderOf, type Peer } from './install-peer.ts';

const npm = { package: '@elevenlabs/convai-widget-embed', version: '0.5.4' };
const frame = z.looseObject({ type: z.string(), text: z.string().optional() });

/**
 * What its own backend would send: a chat without calls. The default picture is left out, because WebGL draws it, which
 * takes seconds on a machine without a graphics card.
 */
const config = {
  variant: 'full',
  placement: 'bottom-right',
  avatar: { type: 'image', url: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==' },
  feedback_mode: 'none',
  language: 'en',
  supported_language_overrides: [],
  mic_muting_enabled: false,
  transcript_enabled: true,
  text_input_enabled: true,
  default_expanded: false,
  always_expanded: false,
  text_contents: {},
  language_presets: {},
  disable_banner: true,
  text_only: true,
  supports_text_only: true,
  first_message: 'Hello!',
  use_rtc: false,
};

/** https://elevenlabs.io: a bubble over a WebSocket, here as a chat without calls. */
export const convai: Peer = {
  ...npm,
  name: `ElevenLabs ${npm.version}`,
  path: 'convai',
  folder: folderOf(npm),
  controls: {
    hosts: ['elevenlabs-convai'],
    bubble: 'button[aria-label="Start a chat"]',
    field: 'textarea',
    send: 'button[aria-label="Send"]',
    log: '.flex-col.gap-3.overflow-y-auto',
  },
  body: ({ origin }) => `
    <elevenlabs-convai signed-url="ws://${origin}/convai/socket?agent_id=bench" override-config='${JSON.stringify(config)}'></elevenlabs-convai>
    <script src="files/dist/index.js" async></script>`,
  connect(socket) {
    let eventId = 0;
    const send = (type: string, event: object) => socket.send(JSON.stringify({ type, [`${type}_event`]: event }));
    const say = (text: string) => send('agent_response', { agent_response: text, event_id: ++eventId });
    const format = 'pcm_16000';
    send('conversation_initiation_metadata', {
      conversation_id: randomUUID(),
      agent_output_audio_format: format,
      user_input_audio_format: format,
    });
    say(config.first_message);
    socket.on('message', (data) => {
      const { type, text = '' } = frame.parse(JSON.parse(String(data)));
      if (type !== 'user_message') return;
      for (const reply of repliesTo(text)) say(reply);
    });
  },
};
