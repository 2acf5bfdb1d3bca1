import { equal } from 'node:assert/strict';
import { until } from '../support/poll.ts';
import { operatorToken } from '../support/start-stack.ts';
import { startAnonymously } from './core-journeys.ts';
import { EngineVisitor, title } from './engine-visitor.ts';
import type { Journey } from './journey.ts';

/** What a visitor does with the agent's answers. */
export const answerJourneys: Journey[] = [
  {
    title: 'a visitor makes the panel larger, and rates the conversation after a new one has begun',
    async run({ visit, stack }) {
      const visitor = new EngineVisitor(await visit.newTab());
      await visitor.tab.resize(1280, 900);
      await startAnonymously(visitor, stack);
      await visitor.tab.evaluate(() => Object(window).LeadChat('update', { rating: 'stars' }));
      await visitor.sendMessage('Where can I park?');
      await visitor.waitForText('parking is behind the house');
      await visitor.tab.click('button', 'Make the chat larger');
      const panelWidth = () => visitor.tab.read('dialog', title, (panel) => panel.offsetWidth);
      await until('the larger panel', panelWidth, (width) => width === 640);

      await visitor.sendMessage('When are you open?');
      await visitor.waitForText('Monday to Friday');
      await visitor.tab.click('button', 'Menu');
      await visitor.tab.click('button', 'New conversation');
      await visitor.tab.click('button', '4 stars');
      // The question comes before the text box, which has a button of this name, too.
      await visitor.tab.click('button', 'Send');
      await visitor.waitForText('Thank you!');
      const ratings = async () => {
        const headers = { authorization: `Bearer ${operatorToken}` };
        return (await (await fetch(`${stack.proxy.url}/admin/api/funnel`, { headers })).json()).total.ratings[3];
      };
      await until('the rating', ratings, (count) => count > 0);
      equal(await panelWidth(), 640);
    },
  },
];
