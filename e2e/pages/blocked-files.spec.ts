import type { Page } from 'playwright/test';
import { sampleOf } from '../../test/support/sample.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';

const agent = 'c1000000-0000-4000-8000-000000000001';
const hours = [{ days: ['mon'], from: '03:00', to: '03:01' }];
const test = testOn({
  config: {
    captcha: { provider: 'turnstile', siteKey: 'site-key', secret: 'secret' },
    forms: { default: {}, closed: { callback: { agent, countries: ['US'], hours, timeZone: 'UTC' } } },
  },
  script: { name: 'Nora Quist', greeting: { known: '**Hi**', unknown: '**Hi**' }, otherwise: ['**Noted**'] },
});

type Loop = {
  /** Matches the name of a file that the browser blocks. */
  blocked: RegExp;
  options?: Record<string, string>;
  /** The panel is loaded, but not opened. */
  isClosed?: boolean;
  /** Called in the page, so it knows nothing but what it is passed. */
  act: (round: number) => void;
};

const openAndClose = () => {
  Object(window).LeadChat.close();
  Object(window).LeadChat.open();
};
const anonymous = { leadForm: 'off' };

const loops: Record<string, Loop> = {
  'a conversation that gets messages': {
    blocked: /conversation-/,
    options: anonymous,
    act: (round) => Object(window).LeadChat.sendMessage(`Hello ${round}`),
  },
  'a conversation that is opened': { blocked: /conversation-/, options: anonymous, act: openAndClose },
  'a form that is opened': { blocked: /leads-/, act: openAndClose },
  'a form that is changed': {
    blocked: /leads-/,
    act: (round) => Object(window).LeadChat.update({ resumeDays: 1 + round }),
  },
  'triggers that are changed': {
    blocked: /watch-triggers-/,
    isClosed: true,
    act: (round) => Object(window).LeadChat.update({ triggers: [{ type: 'delay', seconds: 1_000 + round }] }),
  },
  'a target that is changed': {
    blocked: /mount-inline-/,
    options: anonymous,
    act: (round) => Object(window).LeadChat.update({ target: `#target-${round}` }),
  },
  'a language that is changed': {
    blocked: /de-/,
    options: anonymous,
    act: (round) => Object(window).LeadChat.update({ locale: round % 2 === 0 ? 'de' : 'en' }),
  },
  'the description of wrong options': {
    blocked: /problems-/,
    options: anonymous,
    act: (round) => Object(window).LeadChat.update({ resumeDays: `many ${round}` }),
  },
  'a captcha in a chat that is opened': { blocked: /CaptchaBox-/, act: openAndClose },
  'the hours of a form that is opened': { blocked: /CallPlanner-/, options: { form: 'closed' }, act: openAndClose },
  'the hours of a form that is changed': {
    blocked: /CallPlanner-/,
    options: { form: 'closed' },
    act: (round) => Object(window).LeadChat.update({ resumeDays: 1 + round }),
  },
  'Markdown in a chat that is opened': { blocked: /RichText-/, options: anonymous, act: openAndClose },
  'Markdown in a chat that gets messages': {
    blocked: /RichText-/,
    options: anonymous,
    act: (round) => Object(window).LeadChat.sendMessage(`Hello ${round}`),
  },
  'a panel that is opened': { blocked: /panel-|panel\.js/, act: openAndClose },
  'the configuration of a chat that is opened': {
    blocked: /config/,
    options: { form: 'closed' },
    act: openAndClose,
  },
};

/** Calls `act` again and again, as a page does that renders. */
function repeat(page: Page, act: Loop['act']): Promise<void> {
  return page.evaluate(`(async () => {
    const act = ${act};
    for (let round = 0; round < 50; round++) {
      act(round);
      await new Promise(requestAnimationFrame);
    }
  })()`);
}

for (const [name, { blocked, options = {}, isClosed = false, act }] of sampleOf(Object.entries(loops), 4)) {
  test(`a file that is blocked is not requested again and again by ${name} 50 times in a row`, async ({
    page,
    site,
    faults,
  }) => {
    let count = 0;
    const isBlocked = ({ pathname }: URL) => blocked.test(pathname.slice(pathname.lastIndexOf('/')));
    await page.route(isBlocked, (route) => {
      count += 1;
      return route.abort();
    });
    await page.goto(site.put('/', hostPage({ head: tagOf(site, options) })));
    await page.evaluate(
      (closed) => (closed ? Object(window).LeadChat.reset() : Object(window).LeadChat.open()),
      isClosed,
    );
    await page.waitForLoadState('networkidle');
    const before = count;
    const startedAt = performance.now();
    await repeat(page, act);
    await page.close();
    const elapsedMs = performance.now() - startedAt;
    // Each failed request is an error in the console.
    faults.splice(0);
    expect(count).toBeGreaterThan(0);
    // Its failure is shared for two seconds. What retries by itself does so meanwhile.
    expect(count - before).toBeLessThanOrEqual(2 + elapsedMs / 2_000);
  });
}
