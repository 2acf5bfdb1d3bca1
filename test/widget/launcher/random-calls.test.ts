// @vitest-environment happy-dom
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WidgetOptions } from '../../../src/options/index.ts';
import { createWidget, type PanelDeps, type Widget } from '../../../src/widget/launcher/index.ts';
import { isLong, seed } from '../../support/figures.ts';
import { samplesBut } from '../../support/option-samples.ts';
import { createFakePanel, loadPanel, panelLog, stubColors } from './support.ts';

/*
 * Random pages: calls in any order and at any moment, clicks, navigations, another tab, and a panel that arrives late, fails, or never
 * comes, against a model of what the visitor then sees.
 */

/** What decides whether the chat is open, and every other option, set and taken back. */
const openings: readonly WidgetOptions[] = [
  ...[{ open: true }, { open: false }, { open: undefined }, { target: '#chat' }, { target: undefined }],
];
const updates: readonly WidgetOptions[] = [
  ...Object.entries(samplesBut('open', 'target', 'pages')).flatMap(([name, sample]) => [
    { [name]: sample },
    { [name]: undefined },
  ]),
  ...[{ consent: 'denied' as const }, { triggers: [{ type: 'delay' as const, seconds: 2 }] }, {}],
];
const step = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('open', 'close', 'toggle', 'show', 'hide') },
  { weight: 2, arbitrary: fc.constantFrom('showForm', 'reset', 'send') },
  { weight: 3, arbitrary: fc.constantFrom('click', 'point', 'tab opens', 'tab closes') },
  { weight: 3, arbitrary: fc.constantFrom('arrive', 'fail') },
  { weight: 2, arbitrary: fc.constantFrom('hidden', 'not hidden', 'go to /', 'go to /checkout') },
  { weight: 1, arbitrary: fc.constant('destroy') },
  { weight: 2, arbitrary: fc.constantFrom(...openings) },
  { weight: 4, arbitrary: fc.constantFrom(...updates) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
/** How long each step takes. Without any time, the next one comes in the same task. */
const sequences = fc.array(fc.tuple(step, fc.constantFrom(-1, 0, 300, 600, 6_000)), {
  minLength: 1,
  maxLength: 30,
  size: 'max',
});

/** A failure and an attribute are known after their task, and a navigation half a second later. */
const leastTimes = new Map<Step, number>([
  ['fail', 0],
  ...(['hidden', 'not hidden'] as const).map((name) => [name, 0] as const),
  ...(['go to /', 'go to /checkout'] as const).map((name) => [name, 600] as const),
]);

const checkout = { pages: [{ url: '/checkout', hidden: true }] };
const numRuns = isLong ? 5_000 : 100;

beforeEach(() => {
  stubColors();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  loadPanel.mockReset();
  history.replaceState(null, '', '/');
  panelLog.length = 0;
  document.body.replaceChildren();
  localStorage.clear();
});

it(`shows what the page and the visitor have asked for last, in ${numRuns} sequences`, async () => {
  await fc.assert(fc.asyncProperty(sequences, visit), { seed, numRuns });
});

async function visit(sequence: readonly (readonly [Step, number])[]): Promise<void> {
  history.replaceState(null, '', '/');
  const page = createPage();
  try {
    for (const [taken, ms] of sequence) {
      page.take(taken);
      const leastMs = leastTimes.get(taken) ?? -1;
      if (Math.max(ms, leastMs) >= 0) await vi.advanceTimersByTimeAsync(Math.max(ms, leastMs));
      page.check();
    }
    // Nothing fails any more: with the next hint it is there, and all that was called, once and in order.
    for (let minute = 0; minute < 3; minute++) {
      page.take('point');
      page.take('arrive');
      await vi.advanceTimersByTimeAsync(60_000);
    }
    page.check();
    page.checkAtEnd();
  } finally {
    page.take('destroy');
    page.destroy();
  }
}

type Model = {
  /** What the page, the visitor or another tab has asked for last. */
  wants: boolean | undefined;
  hasTarget: boolean;
  /** By a call, or the attribute of the element. */
  isHidden: boolean;
  hasFailed: boolean;
  openedByItselfAt: number;
  /** When the widget last said that it is open. */
  toldOpenAt: number;
};

/** A page with a widget, and the model of it. */
function createPage() {
  let widget: Widget;
  let deps: PanelDeps | undefined;
  let pending: { arrive(): void; fail(): void }[];
  let model: Model;
  let told: string[];
  let sent: string[];
  let isInHidden = false;

  const isShown = () => (model.wants ?? model.hasTarget) && !model.isHidden && !isInHidden;

  /** Applies a change to the model. `byItself`: not by the visitor of this tab. */
  function change(apply: () => void, byItself = true): void {
    const before = isShown();
    apply();
    if (before !== isShown()) model.openedByItselfAt = isShown() && byItself ? Date.now() : 0;
  }

  function want(wants: boolean, origin: 'api' | 'visitor' | 'tab' = 'api'): void {
    change(() => {
      model.wants = wants;
      if (wants && origin !== 'tab') model.isHidden = false;
      if (!wants) model.hasFailed = false;
    }, origin !== 'visitor');
  }

  function init(): void {
    pending = [];
    deps = undefined;
    told = [];
    sent = [];
    panelLog.length = 0;
    model = {
      wants: undefined,
      hasTarget: false,
      isHidden: false,
      hasFailed: false,
      openedByItselfAt: 0,
      toldOpenAt: 0,
    };
    loadPanel.mockImplementation(() => {
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof loadPanel>>>();
      const createPanel = (given: PanelDeps) => {
        deps = given;
        return createFakePanel(given);
      };
      pending.push({ arrive: () => resolve({ createPanel }), fail: () => reject(new Error('offline')) });
      return promise;
    });
    widget = createWidget({ overrides: checkout }, { loadPanel });
    for (const name of ['open', 'close'] as const) widget.on(name, () => told.push(name));
    // A navigation is noticed later than the model knows of it, and what it opens is seen from then on.
    widget.on('open', () => {
      model.toldOpenAt = Date.now();
      model.openedByItselfAt &&= model.toldOpenAt;
    });
    // A panel that has arrived or failed is known a task later, as here.
    widget.on('error', ({ code }) =>
      change(() => {
        if (code === 'load-failed' && isShown()) Object.assign(model, { wants: false, hasFailed: true });
      }),
    );
  }

  const element = () => {
    const [only, ...rest] = document.querySelectorAll<HTMLElement>('leadchat-widget');
    if (only === undefined || rest.length > 0) throw new Error('there is not one widget');
    return only;
  };
  const launcher = () => element().shadowRoot?.querySelector<HTMLButtonElement>('button.launcher');

  function take(taken: Step): void {
    if (typeof taken === 'object') {
      change(() => {
        if ('target' in taken) model.hasTarget = taken.target !== undefined;
      });
      if (taken.open || taken.target) want(true);
      else if (taken.open === false) want(false);
      widget.update(taken);
      return;
    }
    switch (taken) {
      case 'open':
      case 'close':
        want(taken === 'open');
        widget[taken]();
        return;
      case 'toggle':
        want(!isShown());
        widget.toggle();
        return;
      case 'show':
      case 'hide':
        change(() => {
          model.isHidden = taken === 'hide';
        });
        widget[taken]();
        return;
      case 'showForm':
        want(true);
        widget.showForm();
        return;
      case 'reset':
        widget.reset();
        return;
      case 'send':
        sent.push(`send ${sent.length}`);
        widget.sendMessage(String(sent.length - 1));
        return;
      case 'click': {
        const isSeen = deps?.get().isLoaded && Date.now() - model.openedByItselfAt >= 500;
        want(!(isShown() && isSeen), 'visitor');
        launcher()?.click();
        return;
      }
      case 'point':
        launcher()?.dispatchEvent(new Event('pointerenter'));
        return;
      case 'tab opens':
      case 'tab closes':
        if (deps?.get().isLoaded !== true) return;
        want(taken === 'tab opens', 'tab');
        deps.setOpen(taken === 'tab opens', 'tab');
        return;
      case 'arrive':
        for (const { arrive } of pending.splice(0)) arrive();
        return;
      case 'fail':
        for (const { fail } of pending.splice(0)) fail();
        return;
      case 'hidden':
      case 'not hidden':
        change(() => {
          model.isHidden = taken === 'hidden';
        });
        element().hidden = taken === 'hidden';
        return;
      case 'go to /':
      case 'go to /checkout':
        go(taken === 'go to /checkout');
        return;
      case 'destroy':
        widget.destroy();
        expect(document.querySelectorAll('leadchat-widget')).toHaveLength(0);
        init();
        return;
    }
  }

  function go(toCheckout: boolean): void {
    history.pushState(null, '', toCheckout ? '/checkout' : '/');
    if (toCheckout === isInHidden) return;
    change(() => {
      if (isShown() && !model.hasTarget) model.wants = true;
      isInHidden = toCheckout;
    });
  }

  function check(): void {
    const { isLoaded = false } = deps?.get() ?? {};
    if (isLoaded && model.hasFailed) {
      // It is in its target again, where nothing else could open it, since it has arrived: the time of the step comes afterwards.
      if (model.hasTarget) {
        change(() => Object.assign(model, { wants: true }));
        model.openedByItselfAt &&= model.toldOpenAt;
      }
      model.hasFailed = false;
    }
    const isOpen = isShown();
    expect(widget.getState()).toMatchObject({ open: isOpen, hidden: model.isHidden || isInHidden, loaded: isLoaded });
    expect(element().hidden).toBe(model.isHidden);
    expect(told.every((name, at) => name === (at % 2 === 0 ? 'open' : 'close'))).toBe(true);
    expect(told.length % 2 === 1).toBe(isOpen);
    const button = launcher();
    expect([button?.classList.contains('open'), button?.ariaBusy]).toEqual([isOpen, String(isOpen && !isLoaded)]);
    expect(button?.textContent?.startsWith('Chat is unavailable')).toBe(model.hasFailed && !isOpen);
    if (isLoaded) expect(panelLog.findLast((line) => / by /.test(line))?.startsWith('open')).toBe(isOpen);
  }

  function checkAtEnd(): void {
    expect(widget.getState().loaded).toBe(true);
    expect(panelLog.filter((line) => line.startsWith('send'))).toEqual(sent);
    expect(panelLog.filter((line) => line.startsWith('create'))).toHaveLength(1);
    expect(console.error).not.toHaveBeenCalled();
  }

  init();
  return { take, check, checkAtEnd, destroy: () => widget.destroy() };
}
