// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest';
import { hostedPage, pageScript } from '../../../src/proxy/widget/hosted-page.ts';
import { dataAttributes } from '../../../src/snippet/index.ts';

/** The page as a browser has it that has run its own script. */
function openPage(): { failed: HTMLElement | null; script: HTMLScriptElement | undefined } {
  const page = new DOMParser().parseFromString(
    hostedPage({
      ...{ language: 'en', direction: 'ltr', theme: 'auto', title: 'Northlight Dental', color: '#0b6e4f' },
      withoutScript: { needed: 'This chat needs JavaScript.', reach: 'You can reach us here:' },
      failed: { unavailable: "Chat isn't available right now.", tryAgain: 'Try again' },
      ...{ contact: undefined, script: 'leadchat.js', attributes: dataAttributes({ target: '#chat' }) },
    }),
    'text/html',
  );
  // Not written to the document, which would have another body then: queries of the files that share this process look in the first.
  document.body.append(...page.querySelectorAll('script'), ...page.body.childNodes);
  vi.stubGlobal('visualViewport', null);
  const listened = vi.spyOn(globalThis, 'addEventListener');
  new Function(pageScript)();
  // The next test has the same document.
  onTestFinished(() => {
    for (const [name, listener, options] of listened.mock.calls)
      globalThis.removeEventListener(name, listener, options);
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    document.body.replaceChildren();
  });
  return {
    failed: document.getElementById('failed'),
    script: [...document.scripts].find(({ src }) => src.includes('leadchat.js')),
  };
}

it('says that the chat is unavailable for its own script only, not for one of a captcha, and for nothing that fails in the page', () => {
  const { failed, script } = openPage();
  const captcha = document.createElement('script');
  // It is not requested.
  captcha.type = 'text/plain';
  Reflect.set(captcha, 'src', 'https://challenges.cloudflare.com/turnstile/v0/api.js');
  const picture = document.createElement('img');
  picture.setAttribute('src', 'https://pictures.example.com/agent.png');
  for (const element of [captcha, picture]) {
    document.body.append(element);
    element.dispatchEvent(new Event('error'));
  }
  window.dispatchEvent(new ErrorEvent('error', { message: 'thrown' }));
  expect(failed).toHaveProperty('hidden', true);
  script?.dispatchEvent(new Event('error'));
  expect(failed).toHaveProperty('hidden', false);
});

// Cause: the page had an ear for its script alone, and was empty but for a bubble.
it.each([
  ['cannot be loaded', { code: 'load-failed' }, false, { isSaid: true, calls: ['hide'] }],
  ['is there, but not in the page', { code: 'load-failed' }, true, { isSaid: false, calls: ['open'] }],
  ['has another problem, which it says itself', { code: 'no-configuration' }, true, { isSaid: false, calls: [] }],
])('replaces the bubble where the chat %s', async (_, detail, loaded, expected) => {
  const { failed } = openPage();
  const calls: string[] = [];
  const call = (name: string) => () => calls.push(name);
  vi.stubGlobal('LeadChat', { getState: () => ({ loaded }), open: call('open'), hide: call('hide') });
  window.dispatchEvent(new CustomEvent('leadchat:error', { detail }));
  await new Promise((done) => setTimeout(done));
  expect({ isSaid: failed?.hidden === false, calls }).toEqual(expected);
});
