import { expect } from '../support/stack.ts';
import type { DesignedState } from './designed-state.ts';
import type { Stage } from './stage.ts';

const starters = [
  'Do you have anything on Thursday after 4?',
  'Do you take my insurance?',
  'What happens at the first visit?',
  'Where can I park?',
];

const openingHours = {
  timeZone: 'America/Los_Angeles',
  open: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }],
};

/** States of the conversation, from start to end. */
export const chatStates: readonly DesignedState[] = [
  {
    name: 'Connecting',
    part: 'loading',
    async reach(stage) {
      await stage.stack.fault({ route: 'socket', kind: 'hang', count: 1000 });
      await stage.visit('/anonymous.html');
      await stage.openChat();
      await expect(stage.dialog.getByText('Connecting…')).toBeVisible();
    },
  },
  {
    name: 'Empty chat',
    part: 'starters',
    async reach(stage) {
      const socket = await stage.interceptSocket();
      socket.hold();
      await stage.visit('/anonymous.html');
      await stage.openChat();
      await expect(stage.dialog.getByText('Online')).toBeVisible();
      await expect(stage.log).toContainText('How can we help?');
    },
  },
  {
    name: 'Empty chat with starters',
    part: 'starters',
    async reach(stage) {
      const socket = await stage.interceptSocket();
      socket.hold();
      await stage.visit('/anonymous.html');
      await stage.call('update', { starters });
      await stage.openChat();
      await expect(stage.dialog.getByRole('list', { name: 'Suggested questions' })).toBeVisible();
    },
  },
  {
    name: 'Starters after the agent, outside the hours',
    part: 'starters',
    async reach(stage) {
      await stage.visit('/anonymous.html', '2026-11-21T10:24:00-08:00');
      await stage.call('update', { starters, hours: openingHours });
      await stage.openChat();
      await expect(stage.log).toContainText('What can we do for you?');
      await expect(stage.dialog.getByText('Back Monday')).toBeVisible();
    },
  },
  {
    name: 'New conversation, with the way back',
    part: 'menu',
    async reach(stage) {
      await stage.chat();
      await stage.askForOpening();
      await stage.openMenu();
      await stage.dialog.getByRole('button', { name: 'New conversation' }).click();
      await expect(stage.dialog.getByRole('button', { name: 'Undo' })).toBeVisible();
      await expect(stage.log).toContainText('What can we do for you?');
    },
  },
  {
    name: 'Conversation',
    part: 'conversation',
    async reach(stage) {
      await stage.visit();
      await stage.leaveLead({ phone: '(415) 555-2673', firstName: 'Ada' });
      await expect(stage.log).toContainText('Hi Ada!');
      await stage.askForOpening();
      await stage.ask('5:15 please', 'see you then');
    },
  },
  {
    name: 'Larger panel',
    part: 'conversation',
    // Its whole width is in the picture.
    window: { width: 760, height: 800 },
    async reach(stage) {
      await stage.chat();
      await stage.askForOpening();
      await stage.ask('Do you take my insurance?', 'your insurance card');
      await stage.dialog.getByRole('button', { name: 'Make the chat larger' }).click();
      await expect(stage.dialog.getByRole('button', { name: 'Make the chat smaller' })).toBeVisible();
    },
  },
  {
    name: 'Waiting for the answer',
    part: 'conversation',
    async reach(stage) {
      const socket = await stage.interceptSocket();
      await stage.chat();
      socket.hold();
      await stage.say('Do you have anything on Thursday after 4?');
      await expect(stage.log.getByText('Waiting for a reply')).toBeAttached();
    },
  },
  {
    name: 'Markdown and links',
    part: 'message',
    async reach(stage) {
      await stage.chat();
      await stage.askForOpening();
      await stage.ask('Do you take my insurance?', 'your insurance card');
      await expect(stage.log.getByRole('link', { name: 'desk@northlight.example' })).toBeVisible();
    },
  },
  {
    name: 'Picture from the agent',
    part: 'message',
    async reach(stage) {
      await stage.page.route('https://pictures.example/**', (route) =>
        route.fulfill({ path: 'public/practice.svg', contentType: 'image/svg+xml' }),
      );
      await stage.chat();
      await stage.call('update', { imageHosts: ['pictures.example'] });
      await stage.ask('Where is parking?', 'Behind the house');
      await expect(stage.log.getByRole('img', { name: 'Our reception, with a seat by the window' })).toBeVisible();
    },
  },
  {
    name: 'Buttons from the agent',
    part: 'message',
    async reach(stage) {
      await stage.chat();
      await stage.ask('I would like a check-up', 'What is it about?');
      await expect(stage.log.getByRole('button', { name: 'Something hurts' })).toBeVisible();
    },
  },
  {
    name: 'Call buttons from the agent',
    part: 'call',
    async reach(stage) {
      await stage.visit();
      await stage.call('update', { form: 'callback' });
      await stage.leaveLead({ phone: '(415) 555-2674', firstName: 'Ada' });
      await expect(stage.log).toContainText('Hi Ada!');
      await stage.ask('Can we talk?', 'Gladly!');
      await expect(stage.log.getByRole('button', { name: 'Call me now' })).toBeVisible();
    },
  },
  {
    name: 'Copying a message',
    part: 'message',
    async reach(stage) {
      await stage.chat();
      await stage.askForOpening();
      await stage.log.getByText('Do you have anything on Thursday after 4?').hover();
      // With the focus it stays, wherever the pointer goes.
      const copy = stage.dialog.getByRole('button', { name: /^Copy message: Do you/ });
      await copy.focus();
      await stage.page.mouse.move(0, 0);
      await expect(copy).toBeVisible();
    },
  },
  {
    name: 'Long words and long messages',
    part: 'conversation',
    async reach(stage) {
      await stage.chat();
      await stage.ask('Could you send me that link?', 'no-place-to-break');
      await stage.say('Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft');
      await stage.ask('What happens with my history at the first visit?', 'forty minutes');
    },
  },
  {
    name: 'Offline',
    part: 'connection',
    async reach(stage) {
      await stage.chat();
      await stage.askForOpening();
      await goOffline(stage);
      await stage.say('5:15 please');
    },
  },
  {
    name: 'Reconnecting',
    part: 'connection',
    async reach(stage) {
      await stage.chat();
      await stage.askForOpening();
      await stage.stack.fault({ route: 'socket', kind: 'drop', count: 1000 });
      await expect(stage.dialog).toContainText('Messages will be sent in a moment');
      await stage.stack.fault({ route: 'socket', kind: 'drop', count: 1000 });
    },
  },
  {
    name: 'Not delivered',
    part: 'connection',
    async reach(stage) {
      await stage.chat();
      await stage.askForOpening();
      await goOffline(stage);
      await stage.say('5:15 please');
      // A message this old is no longer sent.
      await stage.page.clock.setFixedTime('2026-11-19T10:36:00-08:00');
      await stage.page.clock.fastForward('11:00');
      await expect(stage.log).toContainText('Not delivered');
      await stage.page.context().setOffline(false);
      await expect(stage.dialog.getByText('Online')).toBeVisible();
    },
  },
  {
    name: 'First message of a day',
    part: 'conversation',
    async reach(stage) {
      await stage.chat('2026-11-17T16:40:00-08:00');
      await stage.ask('ok thank you', 'Noted.');
      await stage.page.clock.setFixedTime('2026-11-18T18:02:00-08:00');
      await stage.askForOpening();
      await stage.page.clock.setFixedTime('2026-11-19T10:24:00-08:00');
      await stage.page.reload();
      await stage.openChat();
      await stage.say('5:15 please');
      await expect(stage.log).toContainText('Yesterday');
    },
  },
  {
    name: '500 messages, unread below',
    part: 'conversation',
    async reach(stage) {
      const socket = await stage.interceptSocket();
      await stage.chat();
      // With the greeting and the next question there are 500.
      await fill(stage, 498);
      socket.hold();
      await stage.say('Do you have anything on Thursday after 4?');
      await stage.log.evaluate((log) => log.scrollTo({ top: log.scrollHeight / 2, behavior: 'instant' }));
      const latest = stage.dialog.getByRole('button', { name: 'Go to the latest message' });
      await expect(latest).toBeVisible();
      socket.release();
      await expect(latest).toContainText('1');
    },
  },
  {
    name: 'Message too long',
    part: 'connection',
    async reach(stage) {
      await stage.chat();
      await stage.message.fill('A story that never ends. '.repeat(321));
      await expect(stage.dialog.getByText('25 characters too long')).toBeVisible();
    },
  },
  {
    name: 'Answered while closed',
    part: 'teaser',
    async reach(stage) {
      await replyWhileClosed(stage);
      await expect(stage.page.getByRole('button', { name: /two slots are open/ })).toBeVisible();
    },
  },
  {
    // A long text shrank the button that dismisses it to 11 pixels.
    name: 'Teaser with a long text',
    part: 'teaser',
    async reach(stage) {
      await stage.visit('/anonymous.html');
      const text = 'Questions about prices or times? We answer at once, and there are also evening hours.';
      await stage.call('update', { triggers: [{ type: 'delay', seconds: 0, action: 'teaser', text }] });
      await expect(stage.page.getByRole('button', { name: 'Dismiss' })).toBeVisible();
    },
  },
  {
    name: 'Bubble with unread',
    part: 'launcher',
    async reach(stage) {
      await replyWhileClosed(stage);
      await stage.page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(stage.page.getByRole('button', { name: 'Open chat' })).toHaveAccessibleDescription('1 new message');
    },
  },
  {
    name: 'Menu',
    part: 'menu',
    async reach(stage) {
      await stage.chat();
      await stage.askForOpening();
      await stage.openMenu();
    },
  },
  {
    name: 'Delete my data',
    part: 'menu',
    async reach(stage) {
      await stage.chat();
      await stage.askForOpening();
      await stage.openMenu();
      await stage.dialog.getByRole('button', { name: 'Delete my data' }).click();
      await expect(stage.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    },
  },
  {
    name: 'Rating the conversation before',
    part: 'end',
    async reach(stage) {
      await leaveForRating(stage, { rating: 'stars', by: 'New conversation' });
      await stage.dialog.getByRole('button', { name: '4 stars' }).click();
      await stage.dialog.getByRole('textbox', { name: 'tell us more' }).fill('Quick and clear.');
      await expect(stage.log).toContainText('What can we do for you?');
    },
  },
  {
    name: 'End of a chat, with the question how it was',
    part: 'end',
    async reach(stage) {
      await leaveForRating(stage, { rating: 'thumbs', by: 'End chat' });
      await expect(stage.dialog.getByRole('button', { name: 'Good', exact: true })).toBeVisible();
      await expect(stage.dialog).toContainText('This conversation has ended.');
    },
  },
  {
    name: 'Rated',
    part: 'end',
    async reach(stage) {
      await leaveForRating(stage, { rating: 'thumbs', by: 'End chat' });
      await stage.dialog.getByRole('button', { name: 'Good', exact: true }).click();
      await stage.dialog.getByRole('button', { name: 'Send' }).click();
      await expect(stage.log).toContainText('Thank you!');
    },
  },
  {
    name: 'Ended',
    part: 'end',
    async reach(stage) {
      await stage.chat();
      await stage.openMenu();
      await stage.dialog.getByRole('button', { name: 'Delete my data' }).click();
      await stage.dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(stage.dialog).toContainText('Everything stored in this browser has been deleted.');
    },
  },
  {
    name: 'A new conversation instead of the old one',
    part: 'menu',
    async reach(stage) {
      await stage.chat();
      await stage.askForOpening();
      // The page is closed during the reset; an open chat would notice it at once.
      await stage.page.goto('about:blank');
      await fetch(`${stage.stack.sandbox.url}/sandbox/reset`, { method: 'POST' });
      await stage.visit('/anonymous.html');
      await stage.openChat();
      await expect(stage.dialog).toContainText('The earlier conversation has ended.');
      await expect(stage.log).toContainText('What can we do for you?');
    },
  },
];

/** Waits until the page has noticed it, or a message could still be sent. */
/** Talks to the agent, and leaves the conversation, which asks how it was. `by`: the item of the menu. */
async function leaveForRating(stage: Stage, { rating, by }: { rating: 'thumbs' | 'stars'; by: string }): Promise<void> {
  await stage.chat();
  await stage.call('update', { rating });
  await stage.askForOpening();
  await stage.ask('Do you take my insurance?', 'your insurance card');
  await stage.openMenu();
  await stage.dialog.getByRole('button', { name: by }).click();
}

async function goOffline(stage: Stage): Promise<void> {
  await stage.page.context().setOffline(true);
  await expect(stage.dialog).toContainText("You're offline");
}

/** Exchanges messages until the log has `count` more messages. */
async function fill(stage: Stage, count: number): Promise<void> {
  const session = await stage.storedSession(stage.stack.ids.flow);
  for (let round = 1; round <= count / 2; round++) {
    await stage.call('sendMessage', `ok, point ${round}`);
    if (round % 25 === 0 || round === count / 2) {
      // Not all messages of the log are mounted.
      await expect.poll(async () => (await stage.stack.visitorMessages(session))?.length).toBe(round);
    }
  }
  await expect(stage.log.locator('.row').last()).toContainText('Noted.');
}

async function replyWhileClosed(stage: Stage): Promise<void> {
  const socket = await stage.interceptSocket();
  await stage.chat();
  socket.hold();
  await stage.say('Do you have anything on Thursday after 4?');
  await stage.page.keyboard.press('Escape');
  await expect(stage.dialog).toBeHidden();
  socket.release();
}
