// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readOptions } from '../../../src/options/read-options.ts';
import { funnelReport } from '../../../src/protocol/proxy/funnel.ts';
import { createPageViews } from '../../../src/widget/launcher/page-views.ts';
import { createFunnel } from '../../../src/widget/panel/funnel.ts';

const proxyUrl = 'https://proxy.example.com/';
const message = { id: '1', from: 'visitor', text: 'Hello', at: 0, delivery: 'queued' } as const;
const requests: { address: string; init: RequestInit | undefined }[] = [];
const cleanups: (() => void)[] = [];

beforeEach(() => {
  requests.length = 0;
  history.replaceState(null, '', '/prices?gclid=secret#top');
  // Unlike happy-dom, browsers finish such a request after its page is left.
  vi.stubGlobal('Request', class {});
  Reflect.set(Request.prototype, 'keepalive', true);
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    requests.push({ address, init });
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(overrides: Record<string, unknown> = {}, hasWritten?: () => boolean) {
  const element = document.createElement('div');
  const root = element.attachShadow({ mode: 'open' });
  document.body.append(element);
  const read = (changed: Record<string, unknown>) =>
    readOptions({ proxy: { proxyUrl }, attributes: {}, overrides: { ...overrides, ...changed } }).options;
  const options = signal(read({}));
  const wrote = { value: false };
  const variants = signal<Record<string, string>>({});
  const funnel = createFunnel({
    ...{ element, root, options, variants },
    pageViews: createPageViews(),
    hasWritten: hasWritten ?? (() => wrote.value),
  });
  cleanups.push(funnel.dispose, () => element.remove());
  const dispatch = (target: EventTarget, event: Event) =>
    target.dispatchEvent(Object.defineProperty(event, 'isTrusted', { value: true }));
  return {
    ...funnel,
    root,
    wrote,
    variants,
    press: () => dispatch(element, new Event('pointerdown')),
    type(field: string) {
      const input = document.createElement('input');
      input.dataset.field = field;
      root.append(input);
      dispatch(input, new Event('input', { bubbles: true, composed: true }));
    },
    update: (changed: Record<string, unknown>) => {
      options.value = read(changed);
    },
  };
}

function leave() {
  dispatchEvent(new Event('pagehide'));
}
const reports = () => requests.map(({ init }) => funnelReport.parse(JSON.parse(String(init?.body))));

describe('before an interaction', () => {
  it('sends nothing, whatever a trigger or the page shows', () => {
    const { track, opened } = show();
    track('teaser:show', { source: 'trigger' });
    opened('trigger');
    opened('api');
    leave();
    expect(requests).toEqual([]);
  });
});

describe('after an interaction', () => {
  it('posts what happened, once, as plain text and without cookies', () => {
    const { track, opened, type } = show();
    track('teaser:show', { source: 'trigger' });
    opened('visitor');
    track('form:start', { form: 'default' });
    type('phone');
    type('email');
    track('form:problem', { form: 'default', fields: ['phone'] });
    track('form:problem', { form: 'default', fields: ['phone', 'email'] });
    expect(requests).toEqual([]);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    leave();
    expect(reports()).toEqual([
      {
        ...{ form: 'default', page: '/prices', stages: ['teaser', 'opened', 'form-started'] },
        ...{ lastField: 'email', problems: ['phone', 'email'] },
      },
    ]);
    expect(requests[0]?.address).toBe('https://proxy.example.com/funnel');
    expect(requests[0]?.init).toMatchObject({ credentials: 'omit', keepalive: true });
    expect(requests[0]?.init?.headers).toBeUndefined();
  });

  it('says which step of a form the visitor saw last, also one in which nothing was typed', () => {
    const { track, opened, type, root } = show();
    opened('visitor');
    const step = document.createElement('div');
    step.dataset.step = '1';
    root.append(step);
    type('topic');
    track('form:start', { form: 'default' });
    step.dataset.step = '2';
    leave();
    expect(reports()).toEqual([
      { form: 'default', page: '/prices', stages: ['opened', 'form-started'], lastField: 'topic', lastStep: 2 },
    ]);
  });

  it('looks for what the visitor has written until a message has answered it, not for each message', () => {
    const hasWritten = vi.fn(() => true);
    const { track } = show({}, hasWritten);
    for (let count = 0; count < 3; count++) track('message:received', { message });
    expect(hasWritten).toHaveBeenCalledTimes(1);
  });

  it('posts what the visitor sees of experiments, on each page its own', () => {
    const { opened, track, variants } = show();
    variants.value = { greeting: 'short' };
    opened('visitor');
    history.replaceState(null, '', '/jobs');
    variants.value = { greeting: 'short', jobs: 'b' };
    track('form:start', { form: 'default' });
    leave();
    expect(reports().map(({ page, variants }) => [page, variants])).toEqual([
      ['/prices', { greeting: 'short' }],
      ['/jobs', { greeting: 'short', jobs: 'b' }],
    ]);
  });

  it('posts later only what was not posted before', () => {
    const { track, opened } = show();
    opened('visitor');
    leave();
    track('lead:submit', { form: 'default', callback: false });
    track('lead:accepted', { lead: 'd290f1ee-6c54-4b01-90e6-d701748f0851' });
    leave();
    leave();
    expect(reports().map(({ stages }) => stages)).toEqual([['opened'], ['form-sent', 'accepted']]);
  });

  it('counts an answer only after a message of the visitor', () => {
    const { track, opened, wrote } = show();
    opened('visitor');
    track('message:received', { message });
    leave();
    wrote.value = true;
    track('message:sent', { message });
    track('message:received', { message });
    leave();
    expect(reports().map(({ stages }) => stages)).toEqual([['opened'], ['message', 'answered']]);
  });

  it('counts a chat as opened that was open before, and not one that another tab opened', () => {
    const { track, opened, press } = show();
    opened('tab');
    press();
    leave();
    expect(requests).toEqual([]);
    track('message:sent', { message });
    leave();
    expect(reports()[0]?.stages).toEqual(['message', 'opened']);
  });

  it('counts a navigation within the page as another page', () => {
    const { track, opened } = show();
    opened('visitor');
    history.pushState(null, '', '/contact');
    track('message:sent', { message });
    leave();
    expect(reports().map(({ page, stages }) => [page, stages])).toEqual([
      ['/prices', ['opened']],
      ['/contact', ['message', 'opened']],
    ]);
  });

  it('counts a button of the page that the visitor clicks', () => {
    const { opened } = show();
    vi.stubGlobal('navigator', { ...navigator, userActivation: { isActive: true } });
    opened('api');
    leave();
    expect(reports()).toHaveLength(1);
  });

  it('sends a beacon where a request ends with its page', () => {
    const sendBeacon = vi.fn();
    vi.stubGlobal('navigator', { ...navigator, sendBeacon });
    vi.stubGlobal('Request', class {});
    const { opened } = show();
    opened('visitor');
    leave();
    expect(sendBeacon).toHaveBeenCalledWith('https://proxy.example.com/funnel', expect.stringContaining('"opened"'));
    expect(requests).toEqual([]);
  });
});

describe('without permission', () => {
  it.each([{ consent: 'denied' }, { consent: 'required' }, { funnel: false }])('sends nothing with %o', (overrides) => {
    const { opened } = show(overrides);
    opened('visitor');
    leave();
    expect(requests).toEqual([]);
  });

  it('posts once consent is granted', () => {
    const { opened, update } = show({ consent: 'required' });
    opened('visitor');
    leave();
    update({ consent: 'granted' });
    leave();
    expect(reports()).toHaveLength(1);
  });
});

it('ignores events of a script', () => {
  const element = document.createElement('div');
  const root = element.attachShadow({ mode: 'open' });
  const { options } = readOptions({ proxy: { proxyUrl }, attributes: {}, overrides: {} });
  const funnel = createFunnel({
    element,
    root,
    options: signal(options),
    variants: signal({}),
    pageViews: createPageViews(),
    hasWritten: () => false,
  });
  cleanups.push(funnel.dispose);
  element.dispatchEvent(new Event('pointerdown'));
  funnel.opened('trigger');
  leave();
  expect(requests).toEqual([]);
});
