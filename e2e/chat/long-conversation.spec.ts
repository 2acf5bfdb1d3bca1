import type { Page, WebSocketRoute } from 'playwright/test';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

/** An agent whose messages the test sends, numbered from 1, each of two lines or more. */
async function agentOf(page: Page): Promise<{ say(count: number): void }> {
  const sockets: WebSocketRoute[] = [];
  let sent = 0;
  await page.routeWebSocket(/\/webchat\//, (socket) => {
    sockets.push(socket);
    socket.send(JSON.stringify({ type: 'session', id: '1', session_id: 'webchat-session.of-this-test' }));
  });
  return {
    say(count) {
      for (let index = 0; index < count; index++) {
        sent++;
        const content = `Message ${sent}. ${'It goes on for a line or more, as agents write. '.repeat((sent % 3) + 1)}`;
        sockets.at(-1)?.send(JSON.stringify({ type: 'message', id: `m${sent}`, name: 'Nora', content }));
      }
    },
  };
}

test('a long conversation mounts its latest messages, and earlier ones as the visitor scrolls up, without a jump', async ({
  page,
  site,
}) => {
  const agent = await agentOf(page);
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off' }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await expect(visitor.dialog).toContainText('Online');
  const log = page.getByRole('log');
  const rows = log.locator('.row');
  const more = log.getByRole('button', { name: 'Earlier messages' });
  agent.say(180);
  await expect(log).toContainText('Message 180.');
  await expect(rows).toHaveCount(50);

  /**
   * Scrolls up until so many rows are mounted, but at least once. Returns how far the row that was the first in view has moved
   * each time once the page is drawn, and the last of these rows.
   */
  const scrollUp = (by: number, until = 0) =>
    log.evaluate(
      async (element, [pixels, wanted]) => {
        const rowsOf = () => Array.from(element.querySelectorAll<HTMLElement>('.row'));
        const moved = new Set<number>();
        let text = '';
        do {
          const { top } = element.getBoundingClientRect();
          const row = rowsOf().find((each) => each.getBoundingClientRect().bottom > top + 1);
          const place = () => Math.round(row?.getBoundingClientRect().top ?? Number.NaN);
          const before = place();
          element.scrollTop -= pixels;
          for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
          moved.add(place() - before);
          text = row?.textContent?.split('.')[0] ?? '';
        } while (rowsOf().length < wanted && element.scrollTop > 0);
        return { text, moved: [...moved] };
      },
      [by, until] as const,
    );
  /** Records the place of a row in each frame: a jump that is mended in the next one is a jump too. */
  const watchPlace = (text: string) =>
    log.evaluate((element, wanted) => {
      const row = Array.from(element.querySelectorAll<HTMLElement>('.row')).find((each) =>
        each.textContent?.startsWith(wanted),
      );
      const places: number[] = [];
      Reflect.set(window, 'places', places);
      const note = () => {
        places.push(Math.round(row?.getBoundingClientRect().top ?? Number.NaN));
        requestAnimationFrame(note);
      };
      note();
    }, text);
  const places = () => page.evaluate(() => Array.from(new Set<number>(Reflect.get(window, 'places'))));

  // Upward, past the first mounted message, the content moves as far as the visitor scrolls.
  for (let mounted = 50; mounted < 150; mounted += 50) {
    expect(await scrollUp(120, mounted + 50)).toMatchObject({ moved: [120] });
    await expect(rows).toHaveCount(mounted + 50);
  }

  // What arrives meanwhile moves nothing either, and takes nothing away.
  const { text } = await scrollUp(120);
  await watchPlace(`${text}.`);
  agent.say(20);
  await expect(visitor.dialog.getByRole('button', { name: 'Go to the latest message' })).toContainText('20');
  await expect(rows).toHaveCount(170);
  expect(await places()).toHaveLength(1);

  // The rest by keyboard: the button is the log's first stop.
  await log.focus();
  await page.keyboard.press('Tab');
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(200);
  await expect(more).toHaveCount(0);
  await expect(log).toBeFocused();
  await expect(log).toContainText('Message 1.');

  // At the end again, the latest are enough.
  await visitor.dialog.getByRole('button', { name: 'Go to the latest message' }).click();
  await expect(rows).toHaveCount(50);
  await expect
    .poll(() => log.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight))
    .toBeLessThan(2);
});
