import { hostileAddresses, hostileTexts } from '../../test/widget/ui/hostile-texts.ts';

/** The policy only reports, so the tests see scripts that run as well as scripts that only a policy would stop. */
export const reportingPolicy = {
  'content-security-policy-report-only':
    "default-src 'none'; script-src 'self'; connect-src 'self' http: ws:; img-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
};

export const hostilePictures = hostileAddresses.map((address) => address.replaceAll('X', 'alert(1)'));

/** Texts joined up to the maximum length of a label, so a few forms and frames cover them all. */
export const joinedTexts: string[] = [];
for (const text of hostileTexts) {
  const last = joinedTexts.at(-1);
  if (last === undefined || last.length + text.length + 1 > 200) joinedTexts.push(text);
  else joinedTexts.splice(-1, 1, `${last}\n${text}`);
}

const pictureOf = (index: number) => hostilePictures[index % hostilePictures.length];

/** The frames of a hostile service: each text is the name and the message of an agent. The last message is `the end`. */
export const hostileFrames: readonly object[] = [
  ...joinedTexts.flatMap((text, index) => [
    { type: 'message', id: `${index}`, name: text, profilepic: pictureOf(index), content: text },
    { type: 'chatowner', id: text, name: text, profilepic: pictureOf(index) },
  ]),
  { type: 'message', id: 'last', content: 'the end' },
];

/** A conversation as the browser stores it, with each text as a message and as the name of its author. */
export function hostileConversation(session: string): object {
  return {
    session_id: session,
    at: Date.now(),
    owner: { id: '1', name: hostileTexts[0], avatarUrl: hostilePictures[0] },
    messages: hostileTexts.map((text, index) => ({
      id: text + index,
      from: index % 3 === 0 ? 'visitor' : 'agent',
      text,
      at: index,
      author: { name: text, avatarUrl: pictureOf(index) },
      ...(index % 3 === 0 && { delivery: 'not-delivered' }),
    })),
  };
}

/** Runs in the page, before its other scripts. */
export function watchViolations(): void {
  const violations: string[] = [];
  Object.assign(window, { violations });
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
    violations.push(`${violatedDirective} ${blockedURI} ${sample}`);
  });
}

/** Runs in the page: every sign that a text was not rendered as text. */
export function inspectPage() {
  const layer = document.querySelector('leadchat-widget')?.shadowRoot?.querySelector('.layer');
  const elements = [...(layer?.querySelectorAll('*') ?? [])];
  const handlers = elements.flatMap(({ attributes }) =>
    [...attributes].filter(({ name }) => /^on|^style$|^srcdoc$|^formaction$/.test(name)).map(({ name }) => name),
  );
  const links = elements.flatMap((element) => (element instanceof HTMLAnchorElement ? [element] : []));
  const violations: string[] = Object(window).violations;
  return {
    hasRun: 'pwned' in window,
    violations,
    foreign: elements.filter((element) =>
      element.matches('script, iframe, object, embed, link, style, base, meta, video'),
    ).length,
    handlers,
    links: links
      .filter((link) => !/^(?:https?:\/\/[^/@]*(?:\/|$)|mailto:|tel:)/.test(link.href))
      .map((link) => link.href),
    polluted: Object.keys(Object.getPrototypeOf({})),
  };
}

export const cleanPage: ReturnType<typeof inspectPage> = {
  hasRun: false,
  violations: [],
  foreign: 0,
  handlers: [],
  links: [],
  polluted: [],
};
