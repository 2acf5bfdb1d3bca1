import type { Page } from 'playwright/test';

/** A connection between a page and the service that can hold back the frames of the service. */
export type HeldSocket = {
  hold(): void;
  /** Delivers the held frames, and all that follow. */
  release(): void;
};

/** Intercepts the socket of a page's chat. Call it before the chat opens. */
export async function interceptSocket(page: Page): Promise<HeldSocket> {
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
