import { deepEqual, equal } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { until } from '../support/poll.ts';
import { serviceReceived, startAnonymously } from './core-journeys.ts';
import { focusedName } from './find-by-role.ts';
import { Guest, title } from './guest.ts';
import type { Journey } from './journey.ts';

/** The most common visitor journeys through the widget. */
export const widgetJourneys: Journey[] = [
  {
    title: 'a visitor leaves a lead, is greeted by name, and the lead is tagged and enrolled',
    async run({ visit, stack }) {
      const guest = new Guest(await visit.newTab());
      await guest.tab.open(stack.site);
      await guest.openChat();
      await guest.leaveLead({ phone: '(415) 555-2671', firstName: 'Ada' });
      await guest.sees('Hi Ada');

      const lead = await stack.leadOnFile('14155552671');
      equal(lead.first_name, 'Ada');
      await until(
        'the tags',
        async () => (await stack.leadOnFile('14155552671')).tags.join(),
        (tags) => tags === 'website,first_visit',
      );
      const enrolments = async () =>
        (await stack.state()).enrolments
          .filter((item) => item.lead_id === lead.lead_id)
          .map((item) => item.workflow_id);
      await until('the enrolment', enrolments, (found) => found.join() === stack.ids.journey);
      await guest.say('Do you have anything on Thursday?');
      await serviceReceived(stack, await guest.session(stack), ['Do you have anything on Thursday?']);
    },
  },
  {
    title: 'a visitor chats anonymously, and no lead is created',
    async run({ visit, stack }) {
      const before = (await stack.state()).leads.length;
      const guest = new Guest(await visit.newTab());
      await startAnonymously(guest, stack);
      await guest.say('What does a check-up cost?');
      const session = await guest.session(stack);
      await serviceReceived(stack, session, ['What does a check-up cost?']);
      equal((await stack.conversation(session))?.lead_id, null);
      equal((await stack.state()).leads.length, before);
    },
  },
  {
    title: 'a reload continues the same conversation',
    async run({ visit, stack }) {
      const guest = new Guest(await visit.newTab());
      await guest.tab.open(stack.site);
      await guest.openChat();
      await guest.leaveLead({ phone: '(415) 555-2673', firstName: 'Edith' });
      await guest.say('I come back in a minute');
      await guest.sees('Thank you');
      const session = await guest.session(stack);
      const before = await guest.bubbles();

      await guest.tab.reload();
      await guest.openChat();
      await guest.sees('I come back in a minute');
      deepEqual(await guest.bubbles(), before);
      await guest.say('Here I am again');
      await serviceReceived(stack, session, ['I come back in a minute', 'Here I am again']);
      equal(await guest.session(stack), session);
    },
  },
  {
    title: 'the whole journey works by keyboard: open, fill in, send, close, with the right focus at each step',
    async run({ visit, stack }) {
      const guest = new Guest(await visit.newTab());
      await guest.tab.open(stack.site);
      await until(
        'the bubble',
        () => guest.tab.read('button', 'Open chat', () => true),
        (isVisible) => isVisible === true,
      );
      await tabTo(guest, 'Open chat');
      await until(
        'the loaded panel',
        () => guest.tab.evaluate(isPanelLoaded),
        (loaded) => loaded,
      );
      await guest.tab.press('Enter');
      await focused(guest, 'Phone');
      await guest.tab.type('(415) 555-2677');
      await tabTo(guest, 'First name');
      await guest.tab.type('Hedy');
      await guest.tab.press('Enter');
      await guest.sees('Hi Hedy');
      await focused(guest, 'Message');
      await guest.tab.type('By keyboard alone');
      await guest.tab.press('Enter');
      await serviceReceived(stack, await guest.session(stack), ['By keyboard alone']);
      await focused(guest, 'Message');
      await guest.tab.press('Escape');
      await until(
        'the closed panel',
        () => guest.panelText(),
        (text) => text === undefined,
      );
      await focused(guest, 'Open chat');
      equal((await stack.leadOnFile('14155552677')).first_name, 'Hedy');
    },
  },
  {
    title: 'on a phone the panel fills the screen, and a lead and a chat fit in it',
    async run({ visit, stack }) {
      const guest = new Guest(await visit.newTab());
      await guest.tab.resize(390, 844);
      await guest.tab.open(stack.site);
      await guest.openChat();
      const [width] = await until(
        'a panel as large as a window of a phone',
        async () => [...(await guest.tab.evaluate(() => [innerWidth, innerHeight])), ...(await frameOf(guest))],
        ([innerWidth = 0, innerHeight, ...frame]) =>
          innerWidth > 0 && innerWidth <= 480 && isDeepStrictEqual(frame, [0, 0, innerWidth, innerHeight]),
      );
      // Phones zoom into fields with smaller text.
      const letters = () => guest.tab.read('textbox', 'Phone', (field) => getComputedStyle(field).fontSize);
      await until('the letters of a field', letters, (size) => Number.parseFloat(size ?? '') >= 16);

      await guest.leaveLead({ phone: '(415) 555-2678', firstName: 'Radia' });
      await guest.say('From my phone');
      await serviceReceived(stack, await guest.session(stack), ['From my phone']);
      equal(await guest.tab.evaluate(() => document.documentElement.scrollWidth), width);
      await guest.tab.click('button', 'Close');
      await until(
        'the closed panel',
        () => guest.panelText(),
        (text) => text === undefined,
      );
    },
  },
];

async function frameOf(guest: Guest): Promise<number[]> {
  const frame = await guest.tab.read('dialog', title, (panel) => {
    const { left, top, width, height } = panel.getBoundingClientRect();
    return [left, top, width, height];
  });
  return frame ?? [];
}

/** The panel loads hidden once the bubble has the focus. */
function isPanelLoaded(): boolean {
  return [...document.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot?.querySelector('[role=dialog]'));
}

async function focused(guest: Guest, name: string): Promise<void> {
  await until(
    'the focus',
    () => guest.tab.evaluate(focusedName),
    (found) => found === name,
  );
}

/** Repeats the key press up to a limit. */
async function tabTo(guest: Guest, name: string): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 15) {
    await guest.tab.press('Tab');
    const now = await guest.tab.evaluate(focusedName);
    if (now === name) return;
    passed.push(now);
  }
  throw new Error(`Tab does not lead to "${name}", only to: ${passed.join(', ')}`);
}
