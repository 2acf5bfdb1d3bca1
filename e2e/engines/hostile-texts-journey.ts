import { deepEqual } from 'node:assert/strict';
import { startSocketService } from '../../test/core/connection/socket-service.ts';
import { hostileTexts } from '../../test/widget/ui/hostile-texts.ts';
import { hostPage, serveWidget, startHostSite, tagOf } from '../support/host-site.ts';
import {
  cleanPage,
  hostileConversation,
  hostileFrames,
  hostilePictures,
  inspectPage,
  joinedTexts,
  reportingPolicy,
  watchViolations,
} from '../support/hostile-page.ts';
import { until } from '../support/poll.ts';
import { EngineVisitor, title } from './engine-visitor.ts';
import type { Journey } from './journey.ts';

const session = 'webchat-session.hostile-texts';
const joined = hostileTexts.join(' ');

export const hostileTextsJourney: Journey = {
  title: 'R12: hostile texts from the service, the storage and the page are rendered as text',
  timeoutMs: 180_000,
  async run({ visit }) {
    const service = await startSocketService();
    const fields = hostileTexts
      .slice(0, 29)
      .map((text, index) => ({ name: `field_${index}`, label: text.slice(0, 200) }));
    const consent = { text: joined.slice(0, 2000), version: '1', required: false };
    const site = await startHostSite({ config: { forms: { default: { fields, consent } } } });
    site.fallback(serveWidget);
    site.put('/watch.js', `(${watchViolations})();`);
    /** The service sends everything when the visitor has written. */
    service.onSocket = ({ socket }) => socket.send(JSON.stringify({ type: 'session', id: '1', session_id: session }));
    service.onMessage = ({ socket }) => {
      for (const frame of hostileFrames) socket.send(JSON.stringify(frame));
    };
    const put = (path: string, options: Record<string, string>) => {
      const tag = tagOf(site, { flowId: site.flow, wssUrl: service.url, ...options }, '/widget');
      return site.put(path, hostPage({ head: `<script src="/watch.js"></script>${tag}` }), reportingPolicy);
    };
    const visitor = new EngineVisitor(await visit.newTab());
    const { tab } = visitor;
    /** Checks that everything is text, and that no other host got a request. */
    const inspect = async () => {
      deepEqual(await tab.evaluate(inspectPage), cleanPage);
      const hosts = await tab.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => new URL(name, location.href).host),
      );
      deepEqual([...new Set(hosts)], [new URL(site.url).host]);
    };
    /** Waits for so many messages, as long as more of them come. The latest fifty are mounted at first. */
    const seeAll = async (what: string, expected: number) => {
      let shown = -1;
      while (shown !== expected) {
        const before = shown;
        shown = await until(
          what,
          async () => {
            await tab.evaluate(mountEarlier);
            return (await visitor.bubbles()).length;
          },
          (count) => count > before,
        );
      }
    };
    try {
      await tab.open(put('/messages.html', { leadForm: 'off', title }));
      await visitor.openChat();
      // It is followed by more messages than are mounted.
      await visitor.fill('Message', 'Go on');
      await tab.click('button', 'Send');
      await seeAll('all messages', joinedTexts.length + 3);
      await inspect();

      await tab.open(site.put('/empty.html', '<title>Empty</title>'));
      const store = (key = '', value = '') => localStorage.setItem(key, value);
      await tab.evaluate(store, `leadchat:${site.flow}`, JSON.stringify(hostileConversation(session)));
      await tab.open(put('/restored.html', { leadForm: 'off', title }));
      await visitor.openChat();
      await seeAll('the restored messages', hostileTexts.length + 1);
      await inspect();

      await tab.open(site.put('/empty.html', '<title>Empty</title>'));
      await tab.evaluate(() => localStorage.clear());
      await tab.open(
        put('/options.html', {
          proxyUrl: site.proxy.url,
          leadForm: 'required',
          title: joined.slice(0, 80),
          greeting: joined.slice(80, 380),
          avatar: 'javascript:alert(1)',
          color: 'red;}</style><img src=x onerror=alert(1)>url(https://evil.example/)',
          texts: JSON.stringify({ startChat: joined, formIntro: joined, send: joined, phone: joined }),
          onclick: 'alert(1)',
        }),
      );
      await tab.click('button', 'Open chat');
      const labels = () =>
        tab.evaluate(() => {
          const root = document.querySelector('leadchat-widget')?.shadowRoot;
          return [...(root?.querySelectorAll('label') ?? [])].map((label) => label.textContent ?? '');
        });
      const isLabelled = (shown: readonly string[]) =>
        fields.every(({ label }) => shown.some((text) => text.startsWith(label)));
      await until(
        'the form',
        async () => isLabelled(await labels()),
        (isShown) => isShown,
      );
      deepEqual(await tab.evaluate(inspectPage), cleanPage);
      return `${hostileTexts.length} texts and ${hostilePictures.length} addresses in messages, names, pictures, stored messages, options and fields: text only, no script, request or violation`;
    } finally {
      await site.stop();
      await service.stop();
    }
  },
};

/** In the page. Without scrolling, which mounts them as well. */
function mountEarlier(): void {
  const root = document.querySelector('leadchat-widget')?.shadowRoot;
  root?.querySelector<HTMLElement>('.log button.more')?.click();
}
