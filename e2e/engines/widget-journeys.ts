import { deepEqual, equal } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { until } from '../support/poll.ts';
import { serviceReceived, startAnonymously } from './core-journeys.ts';
import { EngineVisitor, title } from './engine-visitor.ts';
import { focusedName } from './find-by-role.ts';
import type { Journey } from './journey.ts';

/** The most common visitor journeys through the widget. */
export const widgetJourneys: Journey[] = [
  {
    title: 'a visitor leaves a lead, is greeted by name, and the lead is tagged and enrolled',
    async run({ visit, stack }) {
      const visitor = new EngineVisitor(await visit.newTab());
      await visitor.tab.open(stack.site);
      await visitor.openChat();
      await visitor.submitLead({ phone: '(415) 555-2671', firstName: 'Ada' });
      await visitor.waitForText('Hi Ada');

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
      await visitor.sendMessage('Do you have anything on Thursday?');
      await serviceReceived(stack, await visitor.session(stack), ['Do you have anything on Thursday?']);
    },
  },
  {
    title: 'a visitor of the hosted chat answers in steps, and the lead has every answer',
    async run({ visit, stack }) {
      const visitor = new EngineVisitor(await visit.newTab());
      const { tab } = visitor;
      await tab.open(`${stack.proxy.url}/chat?form=steps`);
      const waitFor = (text: string) =>
        until(
          text,
          () => tab.read('region', title, (panel) => panel.innerText),
          (shown) => shown?.includes(text) === true,
        );
      await waitFor('Step 1 of 2');
      await tab.click('radio', 'Something hurts');
      await tab.click('checkbox', 'Tuesday');
      await tab.click('checkbox', 'Monday');
      await visitor.fill('How many?', '٣');
      await tab.click('button', 'Next');
      await waitFor('Step 2 of 2');
      await visitor.fill('Phone', '(415) 555-2686');
      await tab.click('button', 'Start chat');
      await waitFor('What can we do for you?');
      const { visit: answer, days, people } = await stack.leadOnFile('14155552686');
      deepEqual({ answer, days, people }, { answer: 'pain', days: 'mon, tue', people: '3' });
    },
  },
  {
    title: 'a visitor chats anonymously, and no lead is created',
    async run({ visit, stack }) {
      const before = (await stack.state()).leads.length;
      const visitor = new EngineVisitor(await visit.newTab());
      await startAnonymously(visitor, stack);
      await visitor.sendMessage('What does a check-up cost?');
      const session = await visitor.session(stack);
      await serviceReceived(stack, session, ['What does a check-up cost?']);
      equal((await stack.conversation(session))?.lead_id, null);
      equal((await stack.state()).leads.length, before);
    },
  },
  {
    title: 'what a visitor types stays in the chat on a page with shortcuts, filters and a dialog that keeps the focus',
    async run({ visit, stack }) {
      const visitor = new EngineVisitor(await visit.newTab());
      await visitor.tab.open(stack.site);
      await visitor.openChat();
      await visitor.tab.evaluate(() => {
        const field = document.createElement('input');
        const take = (event: Event) => {
          if (event.target === field) return;
          event.preventDefault();
          field.focus();
        };
        document.body.append(field);
        for (const name of ['keydown', 'keypress', 'keyup', 'beforeinput', 'mousedown', 'focusin']) {
          document.addEventListener(name, take);
        }
        for (const name of ['wheel', 'touchstart', 'selectstart', 'contextmenu', 'copy', 'cut', 'paste']) {
          document.addEventListener(name, (event) => event.preventDefault(), { passive: false });
        }
      });
      await visitor.submitLead({ phone: '(415) 555-2689', firstName: 'Sys' });
      await visitor.sendMessage('yes/no');
      await visitor.tab.press('Escape');
      await until(
        'the closed panel',
        () => visitor.panelText(),
        (text) => text === undefined,
      );
    },
  },
  {
    title: 'what a visitor did is counted when the page is left',
    async run({ visit, stack }) {
      const openedCount = async () => {
        const metrics = await (await fetch(`${stack.proxy.url}/metrics`)).text();
        return Number(/^leadchat_funnel_total\{form="default",stage="opened"\} (\d+)$/m.exec(metrics)?.[1]);
      };
      const before = await openedCount();
      const visitor = new EngineVisitor(await visit.newTab());
      await visitor.tab.open(stack.site);
      await visitor.openChat();
      await visitor.tab.open('about:blank');
      await until('the count', openedCount, (count) => count > before);
    },
  },
  {
    title: 'a reload continues the same conversation',
    async run({ visit, stack }) {
      const visitor = new EngineVisitor(await visit.newTab());
      await visitor.tab.open(stack.site);
      await visitor.openChat();
      await visitor.submitLead({ phone: '(415) 555-2673', firstName: 'Edith' });
      await visitor.sendMessage('I come back in a minute');
      await visitor.waitForText('Thank you');
      const session = await visitor.session(stack);
      const before = await visitor.bubbles();

      await visitor.tab.reload();
      await visitor.openChat();
      await visitor.waitForText('I come back in a minute');
      deepEqual(await visitor.bubbles(), before);
      await visitor.sendMessage('Here I am again');
      await serviceReceived(stack, session, ['I come back in a minute', 'Here I am again']);
      equal(await visitor.session(stack), session);
    },
  },
  {
    title: 'the whole journey works by keyboard: open, fill in, send, close, with the right focus at each step',
    async run({ visit, stack }) {
      const visitor = new EngineVisitor(await visit.newTab());
      await visitor.tab.open(stack.site);
      await until(
        'the bubble',
        () => visitor.tab.read('button', 'Open chat', () => true),
        (isVisible) => isVisible === true,
      );
      await tabTo(visitor, 'Open chat');
      await until(
        'the loaded panel',
        () => visitor.tab.evaluate(isPanelLoaded),
        (loaded) => loaded,
      );
      await visitor.tab.press('Enter');
      await focused(visitor, 'Phone');
      await visitor.tab.type('(415) 555-2677');
      await tabTo(visitor, 'First name');
      await visitor.tab.type('Hedy');
      await visitor.tab.press('Enter');
      await visitor.waitForText('Hi Hedy');
      await focused(visitor, 'Message');
      await visitor.tab.type('By keyboard alone');
      await visitor.tab.press('Enter');
      await serviceReceived(stack, await visitor.session(stack), ['By keyboard alone']);
      await focused(visitor, 'Message');
      await visitor.tab.press('Escape');
      await until(
        'the closed panel',
        () => visitor.panelText(),
        (text) => text === undefined,
      );
      await focused(visitor, 'Open chat');
      equal((await stack.leadOnFile('14155552677')).first_name, 'Hedy');
    },
  },
  {
    title: 'on a phone the panel fills the screen, and a lead and a chat fit in it',
    async run({ visit, stack }) {
      const visitor = new EngineVisitor(await visit.newTab());
      await visitor.tab.resize(390, 844);
      await visitor.tab.open(stack.site);
      await visitor.openChat();
      const [width] = await until(
        'a panel as large as a window of a phone',
        async () => [...(await visitor.tab.evaluate(() => [innerWidth, innerHeight])), ...(await frameOf(visitor))],
        ([innerWidth = 0, innerHeight, ...frame]) =>
          innerWidth > 0 && innerWidth <= 480 && isDeepStrictEqual(frame, [0, 0, innerWidth, innerHeight]),
      );
      // Phones zoom into fields with smaller text.
      const letters = () => visitor.tab.read('textbox', 'Phone', (field) => getComputedStyle(field).fontSize);
      await until('the letters of a field', letters, (size) => Number.parseFloat(size ?? '') >= 16);

      await visitor.submitLead({ phone: '(415) 555-2678', firstName: 'Radia' });
      await visitor.sendMessage('From my phone');
      await serviceReceived(stack, await visitor.session(stack), ['From my phone']);
      equal(await visitor.tab.evaluate(() => document.documentElement.scrollWidth), width);
      await visitor.tab.click('button', 'Close chat');
      await until(
        'the closed panel',
        () => visitor.panelText(),
        (text) => text === undefined,
      );
    },
  },
  {
    title: 'the menu closes with Escape, and with a click in the panel or in the page, and the focus follows',
    async run({ visit, stack }) {
      const visitor = new EngineVisitor(await visit.newTab());
      const { tab } = visitor;
      await startAnonymously(visitor, stack);
      await openMenu(visitor);
      await tab.press('Escape');
      await menuIs(visitor, 'closed');
      await focused(visitor, 'Menu');
      equal((await visitor.panelText()) === undefined, false);

      await openMenu(visitor);
      await tab.click('textbox', 'Message');
      await menuIs(visitor, 'closed');
      await focused(visitor, 'Message');

      await openMenu(visitor);
      await tab.click('button', 'Delete my data');
      await focused(visitor, 'Cancel');
      await tab.click('button', 'Cancel');
      await menuIs(visitor, 'closed');
      await focused(visitor, 'Message');

      await tab.evaluate(() => {
        const button = document.createElement('button');
        button.textContent = 'Page';
        button.addEventListener('pointerdown', (event) => event.stopPropagation());
        document.body.prepend(button);
      });
      await openMenu(visitor);
      await tab.click('button', 'Page');
      await menuIs(visitor, 'closed');

      await openMenu(visitor);
      await tab.click('button', 'Close chat');
      await visitor.openChat();
      await menuIs(visitor, 'closed');
    },
  },
];

async function openMenu(visitor: EngineVisitor): Promise<void> {
  await visitor.tab.click('button', 'Menu');
  await menuIs(visitor, 'open');
  await focused(visitor, 'New conversation');
}

async function menuIs(visitor: EngineVisitor, wanted: 'open' | 'closed'): Promise<void> {
  await until(
    `the menu ${wanted}`,
    () => visitor.tab.read('button', 'New conversation', () => 'open'),
    (found = 'closed') => found === wanted,
  );
}

async function frameOf(visitor: EngineVisitor): Promise<number[]> {
  const frame = await visitor.tab.read('dialog', title, (panel) => {
    const { left, top, width, height } = panel.getBoundingClientRect();
    return [left, top, width, height];
  });
  return frame ?? [];
}

/** The hidden panel is loaded when the launcher gets the focus. */
function isPanelLoaded(): boolean {
  return [...document.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot?.querySelector('[role=dialog]'));
}

async function focused(visitor: EngineVisitor, name: string): Promise<void> {
  await until(
    'the focus',
    () => visitor.tab.evaluate(focusedName),
    (found) => found === name,
  );
}

/** Repeats the key press up to a limit. */
async function tabTo(visitor: EngineVisitor, name: string): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 60) {
    await visitor.tab.press('Tab');
    const now = await visitor.tab.evaluate(focusedName);
    if (now === name) return;
    passed.push(now);
  }
  throw new Error(`Tab does not lead to "${name}", only to: ${passed.join(', ')}`);
}
