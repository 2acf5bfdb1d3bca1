// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest';
import { hostedPage, pageScript } from '../../../src/proxy/widget/hosted-page.ts';
import { dataAttributes } from '../../../src/snippet/index.ts';

/** The page as a browser has it that has run its own script. */
function openPage(): { failed: HTMLElement | null; script: HTMLScriptElement | undefined } {
  document.write(
    hostedPage({
      ...{ locale: 'en', direction: 'ltr', theme: 'auto', title: 'Northlight Dental', color: '#0b6e4f' },
      withoutScript: { needed: 'This chat needs JavaScript.', reach: 'You can reach us here:' },
      failed: { unavailable: "Chat isn't available right now.", tryAgain: 'Try again' },
      ...{ contact: undefined, script: 'leadchat.js', attributes: dataAttributes({ target: '#chat' }) },
    }),
  );
  vi.stubGlobal('visualViewport', null);
  onTestFinished(() => void vi.unstubAllGlobals());
  new Function(pageScript)();
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
