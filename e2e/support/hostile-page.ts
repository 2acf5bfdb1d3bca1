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
