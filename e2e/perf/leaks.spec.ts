import { growthOf } from '../../bench/widget/scenarios.ts';
import { costLimits } from '../../build/cost-limits.ts';
import { expect, test } from '../support/perf-site.ts';

test('opening, closing and destroying the widget repeatedly leaks nothing', async ({ browser, site }) => {
  const growth = await growthOf(browser, site, 60);
  expect(growth.nodes).toBeLessThan(costLimits.rounds.nodes);
  expect(growth.listeners).toBeLessThan(costLimits.rounds.listeners);
  expect(growth.heapKb).toBeLessThan(costLimits.rounds.heapKb);
});

test('a destroyed widget is removed at once, even if its socket closes slowly', async ({ browser, site }) => {
  const growth = await growthOf(browser, site, 10, () => {
    // Simulates a lost network: the browser then retains a closing socket and its listeners for a long time.
    WebSocket.prototype.close = () => {};
    bench.rounds = async (count, options) => {
      const widget = (...call: unknown[]) => Reflect.apply(Reflect.get(window, 'LeadChat'), undefined, call);
      for (let round = 0; round < count; round++) {
        const frameCount = bench.frameCount();
        widget('open');
        while (bench.frameCount() === frameCount) await new Promise((done) => requestAnimationFrame(done));
        widget('destroy');
        widget('init', options);
      }
    };
  });
  expect(growth.nodes).toBeLessThan(costLimits.rounds.nodes);
});

test('a widget that is destroyed at any moment while it loads leaks nothing', async ({ browser, site }) => {
  const growth = await growthOf(browser, site, 60, () => {
    // Destroy the widget after a varying number of frames, at any stage of loading.
    bench.rounds = async (count, options) => {
      const widget = (...call: unknown[]) => Reflect.apply(Reflect.get(window, 'LeadChat'), undefined, call);
      for (let round = 0; round < count; round++) {
        widget('open');
        for (let frame = 0; frame < round % 6; frame++) await new Promise((done) => requestAnimationFrame(done));
        widget('destroy');
        widget('init', { ...options, locale: round % 2 === 0 ? 'de' : 'en' });
      }
    };
  });
  expect(growth.nodes).toBeLessThan(costLimits.rounds.nodes);
  expect(growth.listeners).toBeLessThan(costLimits.rounds.listeners);
  expect(growth.heapKb).toBeLessThan(costLimits.rounds.heapKb);
});
