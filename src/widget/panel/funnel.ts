import type { ReadonlySignal } from '@preact/signals';
import type { ResolvedOptions, Variants, WidgetEventName } from '../../options/index.ts';
import { definedGlobal, pageDocument } from '../../page-globals.ts';
import { toJson } from '../../protocol/json.ts';
import type { FunnelReport, FunnelStage } from '../../protocol/proxy/funnel.ts';
import { maxPageLength } from '../../protocol/proxy/limits.ts';
import { addressAt, requestJson } from '../../request-json.ts';
import type { OpenOrigin, PanelDeps } from '../launcher/index.ts';
import { isOfVisitor } from './panel-focus.ts';

export type FunnelDeps = Pick<PanelDeps, 'element' | 'root' | 'pageViews'> & {
  options: ReadonlySignal<ResolvedOptions>;
  variants: ReadonlySignal<Variants>;
  /** Whether the visitor has written in this conversation, also on an earlier page. */
  hasWritten: () => boolean;
};

export type Funnel = {
  track: PanelDeps['emit'];
  opened(origin: OpenOrigin): void;
  /** Sends what is left. */
  dispose(): void;
};

/** The events that show how far a visitor has come. */
const stagesOfEvents: Partial<Record<WidgetEventName, FunnelStage>> = {
  'teaser:show': 'teaser',
  'form:start': 'form-started',
  'lead:submit': 'form-sent',
  'lead:accepted': 'accepted',
  'message:sent': 'message',
  'message:received': 'answered',
};

/**
 * Counts for the proxy what the visitor does in this page view. Nothing is sent before the visitor's first interaction, and
 * nothing is stored. What has happened is posted when the page is left or hidden, each stage once: whether a hidden page is
 * ever shown again is not known, least of all on phones.
 */
export function createFunnel({ element, root, pageViews, options, variants, hasWritten }: FunnelDeps): Funnel {
  const controller = new AbortController();
  const { signal } = controller;
  let view = emptyView(pageViews.current().path);
  let hasInteracted = false;

  const interact = (event: Event) => {
    hasInteracted ||= event.isTrusted;
  };

  /** A navigation within the page begins another page view. */
  const followPage = () => {
    const { path } = pageViews.current();
    if (path === view.path) return;
    flush();
    view = emptyView(path);
  };

  const reach = (stage: FunnelStage) => {
    // The visitor may have come to this page a moment ago.
    followPage();
    view.stages.add(stage);
    view.variants = variants.peek();
    // A chat that was open already, as after a reload, or in another tab.
    if (stage !== 'teaser') view.stages.add('opened');
  };

  /** The step of the form that is there now, if it is asked in steps. */
  function shownStep(): number | undefined {
    const step = root.querySelector<HTMLElement>('[data-step]')?.dataset.step;
    return step === undefined ? undefined : Number(step);
  }

  function flush(): void {
    const { form, proxyUrl, funnel, consent } = options.peek();
    const stages = [...view.stages].filter((stage) => !view.reported.has(stage));
    if (!hasInteracted || stages.length === 0 || proxyUrl === undefined || !funnel || consent !== 'granted') return;
    const { path, lastField, problems } = view;
    view.lastStep = shownStep() ?? view.lastStep;
    const { lastStep } = view;
    const report: FunnelReport = {
      form,
      page: path.slice(0, maxPageLength),
      ...(Object.keys(view.variants).length > 0 && { variants: view.variants }),
      stages,
      ...(lastField !== undefined && { lastField }),
      ...(lastStep !== undefined && { lastStep }),
      ...(problems.size > 0 && { problems: [...problems] }),
    };
    for (const stage of stages) view.reported.add(stage);
    view.lastField = undefined;
    view.lastStep = undefined;
    view.problems.clear();
    send(addressAt(proxyUrl, '/funnel'), toJson(report));
  }

  // On the way in, because what begins in the widget ends at its root.
  for (const name of ['pointerdown', 'keydown']) element.addEventListener(name, interact, { capture: true, signal });
  root.addEventListener(
    'input',
    ({ target, isTrusted }) => {
      const field = target instanceof HTMLElement ? target.dataset.field : undefined;
      if (isTrusted && field !== undefined) view.lastField = field;
      view.lastStep = shownStep() ?? view.lastStep;
    },
    { signal },
  );
  const onHide = () => pageDocument.visibilityState === 'hidden' && flush();
  pageDocument.addEventListener('visibilitychange', onHide, { signal });
  addEventListener('pagehide', flush, { signal });
  const stopFollowing = pageViews.subscribe(followPage);

  return {
    track(name, detail) {
      if ('fields' in detail) for (const field of detail.fields) view.problems.add(field);
      const stage = stagesOfEvents[name];
      // Neither the page nor what the visitor has written is looked at for each message of a long conversation.
      if (stage === undefined || view.stages.has(stage)) return;
      if (stage !== 'answered' || hasWritten()) reach(stage);
    },
    opened(origin) {
      // It was open before, in another tab or on the page before.
      if (origin === 'tab' || origin === 'place') return;
      hasInteracted ||= isOfVisitor(origin);
      reach('opened');
    },
    dispose() {
      stopFollowing();
      flush();
      controller.abort();
    },
  };
}

type View = {
  path: string;
  /** At the last stage: the next page may have others. */
  variants: Variants;
  stages: Set<FunnelStage>;
  reported: Set<FunnelStage>;
  lastField: string | undefined;
  lastStep: number | undefined;
  problems: Set<string>;
};

function emptyView(path: string): View {
  return {
    path,
    variants: {},
    stages: new Set(),
    reported: new Set(),
    lastField: undefined,
    lastStep: undefined,
    problems: new Set(),
  };
}

/**
 * As plain text, because a browser would ask for permission before it sends JSON to another origin, and a page that is left
 * cannot wait for it. Without cookies of the proxy's domain; only a browser that cannot finish a request after its page is
 * left (Firefox before 133) sends a beacon, which may have them.
 */
function send(address: string, body: string): void {
  if (!('keepalive' in Object(Object(definedGlobal('Request')).prototype))) {
    navigator.sendBeacon(address, body);
    return;
  }
  // What is not counted does not matter to the visitor.
  requestJson(address, { method: 'POST', body, keepalive: true }).catch(() => {});
}
