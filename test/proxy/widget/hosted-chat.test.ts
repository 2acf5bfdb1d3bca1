import { describe, expect, it } from 'vitest';
import { leadHeaders, startHarness } from '../support/harness.ts';

const lead = { form: 'default', fields: { phone: '+14155552671' } };
const own = 'http://proxy';

async function pageOf(config: Record<string, unknown>, query = '', headers: Record<string, string> = {}) {
  const { get } = await startHarness({ hostedChat: true, ...config });
  const response = await get(`/chat${query}`, headers);
  return { response, html: await response.text() };
}

describe('GET /chat', () => {
  it('does not exist without `hostedChat`', async () => {
    const { get } = await startHarness();
    expect((await get('/chat')).status).toBe(404);
  });

  it('has at most 3 kB with everything that a site sets, no index, and the title and color of the site', async () => {
    const { response, html } = await pageOf({
      widget: {
        title: { en: 'Northlight Dental & <b>Friends</b> of “Teeth” in the Long Name of a Practice', de: 'x' },
        color: 'oklch(from rebeccapurple calc(l + 0.1) c h)',
        contact: 'https://www.example.com/a/long/path/to/contact?with=a&query="quoted"',
        away: 'hidden',
      },
    });
    expect(response.status).toBe(200);
    expect(new TextEncoder().encode(html).length).toBeLessThanOrEqual(3000);
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain('<title>Northlight Dental &amp; &lt;b>Friends&lt;/b> of “Teeth”');
    expect(html).toContain('<meta name="theme-color" content="oklch(from rebeccapurple calc(l + 0.1) c h)">');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
  });

  it('runs and styles nothing but itself, whatever a color says', async () => {
    const { response, html } = await pageOf({ widget: { color: 'red</style><script>alert(1)</script>' } });
    expect(html).not.toContain('alert(');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self' 'sha256-[^']+'; connect-src 'self' wss:\/\/chat\.example\.com;/,
    );
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['nothing else', {}, 'https:'],
    ['a host of this machine', { imageHosts: ['localhost:4000', 'pictures.example.com'] }, 'http://localhost:4000'],
    ['a host for some pages', { pages: [{ url: '/chat', imageHosts: ['127.0.0.1:5000'] }] }, 'http://127.0.0.1:5000'],
    ['an avatar as data', { avatar: 'data:image/png;base64,iVBORw0KGgo=' }, 'data:'],
  ])('shows pictures of https, and of what the options allow: %s', async (_case, widget, source) => {
    const { response } = await pageOf({ widget });
    const policy = response.headers.get('content-security-policy') ?? '';
    const sources = /; img-src ([^;]*);/.exec(policy)?.[1]?.split(' ');
    expect(sources?.[0]).toBe('https:');
    expect(sources).toContain(source);
    expect(sources?.includes('data:')).toBe(source === 'data:');
    expect(sources?.filter((given) => given.startsWith('http://'))).toHaveLength(source.startsWith('http://') ? 1 : 0);
  });

  it.each([
    ['?locale=de-AT', 'en', '<html lang="de-AT" dir="ltr"', 'JavaScript im Browser'],
    ['', 'he-IL, en;q=0.5', '<html lang="he-IL" dir="rtl"', 'JavaScript, והוא'],
    ['?locale=%22%3E%3Cscript%3E', 'fr', '<html lang="fr" dir="ltr"', 'JavaScript, qui'],
    ['', '', '<html lang="en" dir="ltr"', 'needs JavaScript'],
    // English words are called English, and have their direction.
    ['?locale=fa', 'de', '<html lang="en" dir="ltr"', 'needs JavaScript'],
  ])(
    '%s with Accept-Language "%s" is in that language, also without scripts',
    async (query, accepted, start, sentence) => {
      const { html, response } = await pageOf({}, query, { 'accept-language': accepted });
      expect(html).toContain(start);
      expect(html).toContain(sentence);
      const isNamed = /=(?:de-AT|fa)$/.test(query);
      expect(html.includes('data-locale')).toBe(isNamed);
      expect(response.headers.get('vary')).toBe(isNamed ? null : 'Accept-Language');
    },
  );

  it.each([
    [{ unavailable: 'در دسترس نیست' }, '<html lang="fa" dir="rtl"'],
    // A mistyped text is shown nowhere: the words are English.
    [{ unavailabel: 'در دسترس نیست' }, '<html lang="en" dir="ltr"'],
  ])('is in a language that the site brings the texts of: %o', async (texts, start) => {
    expect((await pageOf({ widget: { texts } }, '?locale=fa')).html).toContain(start);
  });

  it('names the contact without scripts', async () => {
    const { html } = await pageOf({ widget: { contact: 'tel:+14155550100' } });
    expect(html).toMatch(/<noscript>.*<a href="tel:\+14155550100" dir="auto">\+14155550100<\/a>.*<\/noscript>/);
  });

  it('takes a form and a theme, and no others than there are', async () => {
    const forms = { default: {}, prices: {} };
    const { html } = await pageOf({ forms }, '?form=prices&theme=dark&utm_source=poster');
    expect(html).toContain('src="leadchat.js?form=prices"');
    expect(html).toContain('data-form="prices"');
    expect(html).toContain('class="dark"');
    expect(html).toContain('data-theme="dark"');
    expect((await pageOf({ forms }, '?theme=pink')).html).toContain('class="auto"');
    const unknown = await pageOf({ forms }, '?form=constructor');
    expect(unknown.response.status).toBe(404);
    expect(JSON.parse(unknown.html)).toMatchObject({ code: 'unknown-form' });
  });

  it('shows the chat also where options hide it on the pages of the site', async () => {
    const hours = { timeZone: 'UTC', open: [{ days: ['mon'], from: '09:00', to: '10:00' }] };
    const { html } = await pageOf({ widget: { away: 'hidden', hours } });
    expect(html).toContain('data-away="lead-only"');
    expect(html).toContain(`data-pages='[{"url":"*","hidden":false}]'`);
    expect((await pageOf({ widget: { away: 'hidden', hours, leadForm: 'off' } })).html).toContain('data-away="note"');
  });
});

describe('the proxy’s own origin', () => {
  const post = async (config: Record<string, unknown>, headers: Record<string, string>, from?: string) => {
    const harness = await startHarness(config);
    return (await harness.post('/leads', lead, { ...leadHeaders(), ...headers }, from)).status;
  };
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'chat.example.com' };

  it.each<[string, Record<string, unknown>, Record<string, string>, number]>([
    ['counts with `hostedChat`', { hostedChat: true }, { origin: own }, 202],
    ['does not count without it', {}, { origin: own }, 403],
    ['is no other one of the same host', { hostedChat: true }, { origin: 'https://proxy' }, 403],
    ['is no other port', { hostedChat: true }, { origin: 'http://proxy:81' }, 403],
    [
      'is the name that the Host header has',
      { hostedChat: true },
      { host: 'Chat.Example:80', origin: 'http://chat.example' },
      202,
    ],
    [
      'is what a trusted proxy forwards',
      { hostedChat: true, trustedProxies: ['192.0.2.1'] },
      { ...forwarded, origin: 'https://chat.example.com' },
      202,
    ],
    [
      'is the first of several that proxies forward',
      { hostedChat: true, trustedProxies: ['192.0.2.1'] },
      {
        'x-forwarded-proto': 'https, http',
        'x-forwarded-host': 'chat.example.com, inner',
        origin: 'https://chat.example.com',
      },
      202,
    ],
    [
      'is not the inner name then',
      { hostedChat: true, trustedProxies: ['192.0.2.1'] },
      { ...forwarded, origin: own },
      403,
    ],
    [
      'is not what anybody else forwards',
      { hostedChat: true, trustedProxies: ['192.0.2.9'] },
      { ...forwarded, origin: 'https://chat.example.com' },
      403,
    ],
    [
      'is nothing that is no host',
      { hostedChat: true, trustedProxies: ['192.0.2.1'] },
      { ...forwarded, 'x-forwarded-host': 'user@chat.example.com', origin: 'https://chat.example.com' },
      403,
    ],
    [
      'is never `null`',
      { hostedChat: true, trustedProxies: ['192.0.2.1'] },
      { 'x-forwarded-proto': 'file', origin: 'null' },
      403,
    ],
  ])('%s', async (_case, config, headers, status) => {
    expect(await post(config, headers)).toBe(status);
  });

  it('is said to the widget, which then asks for the lead', async () => {
    const { get } = await startHarness({ hostedChat: true });
    expect(await (await get('/config')).json()).toMatchObject({ hostedChat: true });
    const { get: getOther } = await startHarness();
    expect(await (await getOther('/config')).json()).not.toHaveProperty('hostedChat');
  });

  // The host that a token was solved at was once compared with the Host header of the lead's own request.
  it.each<[string, string[] | undefined, string, string | undefined]>([
    ['is not where a captcha was solved because a request says so', undefined, 'pages.example', 'captcha-failed'],
    ['is not where a captcha was solved, unless the captcha names its host', undefined, 'proxy', 'captcha-failed'],
    ['is where a captcha was solved if the captcha names its host', ['proxy'], 'proxy', undefined],
    ['is not any other host then', ['proxy'], 'pages.example', 'captcha-failed'],
  ])('%s', async (_case, hostnames, host, held) => {
    const { post: send, store } = await startHarness(
      { hostedChat: true, captcha: { provider: 'turnstile', siteKey: 'site', secret: 'canary', hostnames } },
      { fetch: async () => Response.json({ success: true, hostname: host }) },
    );
    const headers = { ...leadHeaders(), host, origin: `http://${host}` };
    const { lead: id } = await (await send('/leads', { ...lead, captcha: 'token' }, headers)).json();
    expect((await store.find(id))?.held).toBe(held);
  });

  it('is missing in `captcha.hostnames`, says the log', async () => {
    const captcha = { provider: 'hcaptcha', siteKey: 'site', secret: 'canary' };
    const warned = async (config: Record<string, unknown>) => {
      const { proxy, log } = await startHarness(config);
      await proxy.start();
      return log.events().includes('captcha-hosts');
    };
    expect(await warned({ hostedChat: true, captcha })).toBe(true);
    for (const quiet of [
      { captcha },
      { hostedChat: true },
      { hostedChat: true, captcha: { ...captcha, siteKey: false } },
      { hostedChat: true, captcha: { ...captcha, hostnames: ['chat.example.com', 'www.example.com'] } },
    ]) {
      expect(await warned(quiet)).toBe(false);
    }
  });

  it('may send what every page of `origins` may, as a preflight asks', async () => {
    const { proxy } = await startHarness({ hostedChat: true });
    const preflight = new Request(`${own}/leads`, {
      method: 'OPTIONS',
      headers: { origin: own, 'access-control-request-method': 'POST' },
    });
    const response = await proxy.fetch(preflight, { remoteAddress: '192.0.2.1' });
    expect(response.headers.get('access-control-allow-origin')).toBe(own);
  });
});
