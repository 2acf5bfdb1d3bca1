import type { Page } from 'playwright/test';

/** The line between a page and the service, which can be held: what the service says then waits. */
export type Line = {
  hold(): void;
  /** Lets through what was held, and all that follows. */
  release(): void;
};

/** Takes the line of a page's chat into the hand; before the chat opens. */
export async function takeLine(page: Page): Promise<Line> {
  let isHeld = false;
  const waiting: (() => void)[] = [];
  await page.routeWebSocket(/\/webchat\//, (socket) => {
    const service = socket.connectToServer();
    service.onMessage((message) => {
      const pass = () => socket.send(message);
      if (isHeld) waiting.push(pass);
      else pass();
    });
  });
  return {
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      for (const pass of waiting.splice(0)) pass();
    },
  };
}
