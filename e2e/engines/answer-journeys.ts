import { deepEqual, equal } from 'node:assert/strict';
import { until } from '../support/poll.ts';
import { operatorToken } from '../support/start-stack.ts';
import { startAnonymously } from './core-journeys.ts';
import { EngineVisitor, title } from './engine-visitor.ts';
import type { Journey } from './journey.ts';

/** What a visitor does with the agent's answers. */
export const answerJourneys: Journey[] = [
  {
    title:
      'a visitor reads that an AI answers, makes the panel larger, ends the chat and rates it beside what was said',
    async run({ visit, stack }) {
      const visitor = new EngineVisitor(await visit.newTab());
      await visitor.tab.resize(1280, 900);
      await startAnonymously(visitor, stack);
      await visitor.tab.evaluate(() => Object(window).LeadChat('update', { rating: 'stars' }));
      await visitor.waitForText('An AI agent answers here.');
      await visitor.sendMessage('Where can I park?');
      await visitor.waitForText('parking is behind the house');
      await visitor.tab.click('button', 'Make the chat larger');
      const panelWidth = () => visitor.tab.read('dialog', title, (panel) => panel.offsetWidth);
      await until('the larger panel', panelWidth, (width) => width === 640);

      await visitor.sendMessage('When are you open?');
      await visitor.waitForText('Monday to Friday');
      await visitor.tab.click('button', 'Menu');
      await visitor.tab.click('button', 'End chat');
      await visitor.waitForText('This conversation has ended.');
      await visitor.tab.click('button', '4 stars');
      await visitor.tab.click('button', 'Send');
      await visitor.waitForText('Thank you!');
      const ratings = async () => {
        const headers = { authorization: `Bearer ${operatorToken}` };
        return (await (await fetch(`${stack.proxy.url}/admin/api/funnel`, { headers })).json()).total.ratings[3];
      };
      await until('the rating', ratings, (count) => count > 0);
      equal(await panelWidth(), 640);
      equal((await visitor.bubbles()).includes('When are you open?'), true);
    },
  },
  {
    title: 'a page asks why visitors cannot chat there, and shows its own picture in the bubble',
    async run({ visit, stack }) {
      const { tab } = new EngineVisitor(await visit.newTab());
      await tab.open(`${stack.site}/anonymous.html`);
      await until(
        'the bubble',
        () => tab.read('button', 'Open chat', () => true),
        (isThere) => isThere === true,
      );
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
      await tab.evaluate(
        (launcherIcon) => Object(window).LeadChat('update', { launcherIcon }),
        `data:image/svg+xml,${encodeURIComponent(svg)}`,
      );
      const pictureWidth = () =>
        tab.read('button', 'Open chat', (launcher) => launcher.querySelector('img')?.clientWidth ?? 0);
      await until('the picture', pictureWidth, (width = 0) => width > 0);
      const reasons = await tab.evaluate(() => {
        const { LeadChat } = Object(window);
        const before = LeadChat.getState().unavailable;
        LeadChat.hide();
        return [before, LeadChat.getState().unavailable];
      });
      deepEqual(reasons, [null, 'hidden']);
    },
  },
];
