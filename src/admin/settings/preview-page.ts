/*
 * The page in the frame of the tab "Settings": the widget as a new visitor sees it, with settings that are not saved yet. It
 * talks to nobody: a lead or a chat of a preview would reach the people who answer. It imports nothing, so that it is
 * one file.
 */

type PreviewMessage = {
  config: { widget?: { theme?: unknown; triggers?: unknown } };
  isOpen: boolean;
  scheme: string;
  at?: number;
};

export {};

const proxy = new URL('..', document.baseURI).href.replace(/\/$/, '');
const { fetch } = window;

addEventListener('message', ({ data, origin, source }: MessageEvent<PreviewMessage>) => {
  // Anyone could frame or open this page and show a form of their own in it. `location` has the origin that the sandbox takes.
  if (origin === location.origin && source === parent && parent !== window) void show(data);
});
if (parent !== window) parent.postMessage('ready', location.origin);

async function show({ config, isOpen, scheme, at }: PreviewMessage): Promise<void> {
  document.documentElement.style.colorScheme = scheme;
  if (at !== undefined) {
    const start = performance.now();
    Date.now = () => at + performance.now() - start;
  }
  window.fetch = (input, init) => respond(input instanceof Request ? input.url : input, init, config);
  Object.defineProperty(window, 'WebSocket', { value: SilentSocket });
  navigator.sendBeacon = () => true;
  const response = await fetch(`${proxy}/integrity.json`);
  const { script }: { script: string } = await response.json();
  const tag = document.createElement('script');
  tag.src = `${proxy}/${script}`;
  Object.assign(tag.dataset, { proxyUrl: proxy, open: String(isOpen), storage: 'none', analytics: 'false' });
  const { theme = 'auto', triggers } = config.widget ?? {};
  // The button looks for them before it has a configuration.
  if (!isOpen && triggers !== undefined) tag.dataset.triggers = JSON.stringify(triggers);
  if (theme === 'auto') tag.dataset.theme = scheme;
  document.body.append(tag);
}

/** A socket that never opens. */
class SilentSocket extends EventTarget {
  readonly readyState = 0;
  send() {}
  close() {}
}

async function respond(url: string | URL, init: RequestInit | undefined, config: unknown): Promise<Response> {
  const path = new URL(url, location.href).href.slice(proxy.length);
  if (path.startsWith('/config')) return Response.json(config);
  if (path.startsWith('/leads')) {
    const lead = { status: 'accepted', lead: crypto.randomUUID(), token: 'preview', session: null };
    return Response.json(lead, { status: 202 });
  }
  if (path.startsWith('/assets/')) return fetch(url, init);
  return Response.json({ status: 'failed', code: 'not-found', message: 'This is a preview.' }, { status: 404 });
}
