// @vitest-environment happy-dom
import { within } from '@testing-library/preact';
import { describe, expect, it, onTestFinished } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { renderChat } from '../support/render-panel.ts';

async function renderLog() {
  const rendered = await renderChat();
  const log = rendered.view.getByRole('log');
  return {
    ...rendered,
    log,
    bubbles: () => [...log.querySelectorAll('.bubble')].map(({ textContent }) => textContent),
  };
}

/** Observes an element; the observer is gone when the test is finished. */
function observe(element: Element, options: MutationObserverInit = {}) {
  const observer = new MutationObserver(() => {});
  observer.observe(element, { childList: true, subtree: true, ...options });
  onTestFinished(() => observer.disconnect());
  return observer;
}

function addedTexts(records: readonly MutationRecord[]): (string | null)[] {
  return records.flatMap(({ addedNodes }) => [...addedNodes].map(({ textContent }) => textContent));
}

/** What a screen reader hears of an element. */
function readAloud(element: Element): string {
  if (element.getAttribute('aria-hidden') === 'true') return '';
  return [...element.childNodes]
    .map((node) => (node instanceof Element ? readAloud(node) : (node.textContent ?? '')))
    .join('');
}

describe('the log', () => {
  it("shows the delivery of the visitor's own messages", async () => {
    const { chat, clock, log, service, settle } = await renderLog();
    service.network.setUp(false);
    await settle();
    chat.sendMessage('Hello');
    await settle();
    expect(within(log).getByText('Waiting for a connection')).toBeTruthy();
    clock.advanceNow(11 * 60_000);
    await settle();
    service.network.setUp(true);
    await settle();
    expect(within(log).getByText(/Not delivered/)).toBeTruthy();
    within(log).getByRole('button', { name: 'Try again' }).click();
    await settle();
    const [conversation] = service.conversations.values();
    expect(conversation?.received).toEqual(['Hello']);
    expect(within(log).queryByText(/Not delivered/)).toBeNull();
  });

  // Cause: who had written a message was read behind it, and only behind the last one of a group.
  it('says before each message who has written it, once', async () => {
    const { agentSays, chat, log, settle } = await renderLog();
    chat.sendMessage('Hello');
    await settle();
    await agentSays('Hi', 'How are you?');
    const read = [...log.querySelectorAll('.row[data-copy]')].map(readAloud);
    expect(read).toMatchObject([
      expect.stringMatching(/^TodayYou: Hello\d.*[AP]M$/),
      'Ada: Hi',
      expect.stringMatching(/^Ada: How are you\?\d.*[AP]M$/),
    ]);
  });

  it('shows that an answer is awaited', async () => {
    const { agentSays, chat, log, settle } = await renderLog();
    chat.sendMessage('Hello');
    await settle();
    expect(within(log).getByText('Waiting for a reply')).toBeTruthy();
    await agentSays('Hi');
    expect(within(log).queryByText('Waiting for a reply')).toBeNull();
  });

  it("formats agents' messages, and leaves the visitor's as typed", async () => {
    const { agentSays, chat, log } = await renderLog();
    chat.sendMessage('**mine**');
    await agentSays('See **this** [page](https://example.com/a)');
    const link = await within(log).findByRole('link', { name: 'page' });
    expect(link.getAttribute('href')).toBe('https://example.com/a');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(within(log).getByText('**mine**')).toBeTruthy();
  });

  it('shows a formatted text only once it can be formatted, so that it is announced once', async () => {
    const { agentSays, bubbles, log } = await renderLog();
    const added: (string | null)[] = [];
    const observer = new MutationObserver((records) => added.push(...addedTexts(records)));
    observer.observe(log, { childList: true, subtree: true });
    await agentSays('plain', 'a **bold** one', 'and one behind it');
    await within(log).findByText('and one behind it');
    observer.disconnect();
    expect(added.filter((text) => text?.includes('bold'))).toHaveLength(1);
    expect(added.filter((text) => text?.includes('plain'))).toHaveLength(1);
    expect(bubbles()).toEqual(['plain', 'a bold one', 'and one behind it']);
  });

  it('does not touch a message when another one arrives', async () => {
    const { agentSays, log } = await renderLog();
    await agentSays(...Array.from({ length: 30 }, (_, index) => `message ${index}`));
    const rows = [...log.querySelectorAll('.row')];
    const observer = observe(rows[10] ?? log, { characterData: true, attributes: true });
    await agentSays('one more');
    expect(observer.takeRecords()).toEqual([]);
    expect([...log.querySelectorAll('.row')].slice(0, 30)).toEqual(rows);
  });

  it('announces the new message only when a full conversation loses its oldest ones', async () => {
    const { bubbles, chat, clock, agentSays, log } = await renderLog();
    for (let batch = 0; batch < 10; batch++) {
      await agentSays(...Array.from({ length: 50 }, (_, index) => `message ${batch * 50 + index}`));
      // The chat accepts a limited number of frames per second.
      clock.advanceNow(10_000);
    }
    expect(chat.state.messages.value).toHaveLength(500);
    const observer = observe(log);
    await agentSays('new');
    expect(chat.state.messages.value.length).toBeLessThanOrEqual(500);
    expect(chat.state.messages.value[0]?.text).not.toBe('message 0');
    const latest = chat.state.messages.value.slice(-50).map(({ text }) => text);
    expect(bubbles()).toEqual(latest);
    expect(addedTexts(observer.takeRecords()).filter((text) => text?.includes('message'))).toEqual([]);
  });

  it('mounts the latest fifty messages, and fifty earlier ones at a time for those who press the button', async () => {
    const { agentSays, bubbles, log, root, view } = await renderLog();
    await agentSays(...Array.from({ length: 120 }, (_, index) => `message ${index}`));
    const button = () => within(log).queryByRole('button', { name: 'Earlier messages' });
    const mounted = () => [bubbles().length, bubbles()[0], bubbles().at(-1)];
    expect(mounted()).toEqual([50, 'message 70', 'message 119']);
    await agentSays('message 120');
    expect(mounted()).toEqual([50, 'message 71', 'message 120']);
    button()?.focus();
    button()?.click();
    await waitFor(() => expect(mounted()).toEqual([100, 'message 21', 'message 120']));
    expect(root.activeElement).toBe(button());
    button()?.click();
    await waitFor(() => expect(mounted()).toEqual([121, 'message 0', 'message 120']));
    // With the last of them the button goes, and the focus stays where the reader is.
    expect(button()).toBeNull();
    expect(root.activeElement).toBe(view.getByRole('log'));
    await agentSays('one more');
    expect(mounted()).toEqual([122, 'message 0', 'one more']);
  });

  it('has earlier messages not announced as if they were new, and new ones announced', async () => {
    const { agentSays, log } = await renderLog();
    await agentSays(...Array.from({ length: 120 }, (_, index) => `message ${index}`));
    const isSilent = (text: string) => within(log).getByText(text).closest('[aria-live=off]') !== null;
    const observer = observe(log);
    within(log).getByRole('button', { name: 'Earlier messages' }).click();
    await waitFor(() => expect(isSilent('message 20')).toBe(true));
    expect(isSilent('message 69')).toBe(true);
    await agentSays('new');
    expect(['message 70', 'message 119', 'new'].map(isSilent)).toEqual([false, false, false]);
    const added = observer
      .takeRecords()
      .filter(({ target }) => target instanceof Element && target.closest('[aria-live=off]') === null)
      .flatMap(({ addedNodes }) => [...addedNodes])
      .filter((node) => node instanceof Element && !node.matches('[aria-live=off]'));
    expect(added.map(({ textContent }) => textContent?.includes('message'))).not.toContain(true);
  });

  it('greets only where the conversation begins', async () => {
    const { agentSays, chat, log, settle } = await renderLog();
    const greeting = () => log.querySelector('.greeting');
    chat.sendMessage('Hello');
    await settle();
    expect(greeting()).not.toBeNull();
    await agentSays(...Array.from({ length: 60 }, (_, index) => `message ${index}`));
    expect(greeting()).toBeNull();
    within(log).getByRole('button', { name: 'Earlier messages' }).click();
    await waitFor(() => expect(greeting()).not.toBeNull());
  });

  // `dir` on the bubble moved its margins and its small corner to the side of the text.
  it('sets the direction of a text on the text, not on its bubble', async () => {
    const { agentSays, log } = await renderLog();
    await agentSays('هل لديكم موعد؟');
    expect(within(log).getByText('هل لديكم موعد؟').getAttribute('dir')).toBe('auto');
    expect(log.querySelector('.bubble')?.hasAttribute('dir')).toBe(false);
  });

  it('falls back to initials when a picture does not load or is not served over https', async () => {
    const { log, send } = await renderLog();
    const says = (name: string, profilepic: string) => send({ type: 'message', content: 'a', name, profilepic });
    await says('Mia Jones', 'http://example.com/a.png');
    expect(log.querySelector('img')).toBeNull();
    await says('Ada Byron', 'https://example.com/a.png');
    const picture = log.querySelector('img');
    expect(picture?.referrerPolicy).toBe('no-referrer');
    picture?.dispatchEvent(new Event('error'));
    await waitFor(() => expect(log.querySelector('img')).toBeNull());
    expect([...log.querySelectorAll('.avatar')].map(({ textContent }) => textContent)).toEqual(['MJ', 'AB']);
  });
});
