import { describe, expect, it } from 'vitest';
import { listOptionProblems } from '../../../src/options/index.ts';
import { parseConfig } from '../../../src/proxy/config/parse-config.ts';

const flowId = 'f1000000-0000-4000-8000-000000000001';
const journeyId = 'a1000000-0000-4000-8000-000000000001';
const usable = {
  service: {
    baseUrl: 'https://api.example.com/v1/',
    hooksUrl: 'https://hooks.example.com',
    wssUrl: 'wss://chat.example.com',
    apiKey: 'canary-key',
  },
  flowId,
  origins: ['https://www.example.com'],
};

function issuesOf(input: unknown, dev = false): string[] {
  const parsed = parseConfig(input, { dev });
  return parsed.ok ? [] : parsed.issues;
}

describe('the configuration', () => {
  it('names the language that was meant, and a text that is empty or none', () => {
    const fields = [
      { name: 'zip', label: { gr: 'ΤΚ' } },
      { name: 'size', label: {} },
      { name: 'color', placeholder: 5 },
      { name: 'topic', type: 'select', options: [{ value: 'a', label: { pt_BR: 'Dor' } }] },
    ];
    const consent = { text: { deutsch: 'Ja' }, version: '1' };
    expect(issuesOf({ ...usable, forms: { default: { fields, consent } } })).toEqual([
      '`forms.default.fields.0.label` has the key "gr", which is no language; write a tag such as el, got an object.',
      '`forms.default.fields.1.label` must have a language, such as {"en": …}, got an object.',
      '`forms.default.fields.2.placeholder` must be a text of at most 200 characters, or one per language, such as {"en": …, "de": …}, got 5.',
      '`forms.default.fields.3.options.0.label` has the key "pt_BR", which is no language; write a tag such as pt-BR, got an object.',
      '`forms.default.consent.text` has the key "deutsch", which is no language; write a tag such as de or pt-BR, got an object.',
    ]);
  });

  it('fills in every default', () => {
    const parsed = parseConfig(usable);
    if (!parsed.ok) throw new Error(parsed.issues.join('\n'));
    expect(parsed.config).toMatchObject({
      store: 'sqlite:./leadchat.db',
      minFillMs: 1500,
      limits: {
        leadsPerIp: { points: 5, seconds: 600 },
        leadsPerIpPerDay: { points: 20, seconds: 86_400 },
        leadsPerPhone: { points: 3, seconds: 86_400 },
        leadsPerSite: { points: 600, seconds: 60 },
        callsPerPhone: { points: 1, seconds: 600 },
        callsPerPhonePerDay: { points: 3, seconds: 86_400 },
        callsPerIp: { points: 3, seconds: 3600 },
        callsPerSitePerHour: { points: 10, seconds: 3600 },
        callsPerSitePerDay: { points: 100, seconds: 86_400 },
      },
    });
    expect(parsed.config.forms.default?.fields.map((field) => field.name)).toEqual([
      'phone',
      'first_name',
      'last_name',
      'email',
    ]);
    expect(parsed.config.service.baseUrl).toBe('https://api.example.com/v1');
  });

  it('stays the same when it is parsed again', () => {
    const form = {
      journey: { id: journeyId },
      callback: { agent: journeyId },
      fields: [{ name: 'email', type: 'email' }],
    };
    const once = parseConfig({ ...usable, forms: { default: form }, widget: { title: 'Hi' } });
    if (!once.ok) throw new Error(once.issues.join('\n'));
    expect(parseConfig(once.config)).toEqual(once);
  });

  it('names every missing key with its variable at once', () => {
    const issues = issuesOf({});
    for (const variable of ['BASE_URL', 'HOOKS_URL', 'WSS_URL', 'API_KEY', 'FLOW_ID', 'ORIGINS']) {
      expect(issues.filter((issue) => issue.includes(`(LEADCHAT_${variable}) is missing`))).toHaveLength(1);
    }
  });

  it('shows the value and how to fix it', () => {
    const service = { ...usable.service, baseUrl: '/api', wssUrl: 'https://chat.example.com' };
    expect(issuesOf({ ...usable, service })).toEqual([
      '`service.baseUrl` (LEADCHAT_BASE_URL) must be an absolute URL, such as https://api.example.com/v1, got "/api".',
      '`service.wssUrl` (LEADCHAT_WSS_URL) must be an absolute WebSocket URL, such as wss://chat.example.com, got "https://chat.example.com".',
    ]);
  });

  it('never shows a secret', () => {
    const text = issuesOf({
      ...usable,
      service: { ...usable.service, apiKey: 'canary one' },
      adminToken: 'canary-two',
      captcha: { provider: 'turnstile', siteKey: 'k', secret: 'canary three' },
      store: 'mysql://user:canary-four@host/db',
      identity: { secret: 'canary five' },
    }).join('\n');
    expect(text).toContain('LEADCHAT_API_KEY');
    expect(text).toContain('LEADCHAT_ADMIN_TOKEN');
    expect(text).toContain('LEADCHAT_CAPTCHA_SECRET');
    expect(text).toContain('DATABASE_URL');
    expect(text).toContain('LEADCHAT_IDENTITY_SECRET');
    expect(text).not.toContain('canary');
  });

  it.each([
    'https://www.example.com/',
    'https://www.example.com/page',
    'www.example.com',
    'https://WWW.example.com',
    'null',
    'https://*.example.com',
  ])('refuses %s as an origin', (origin) => {
    expect(issuesOf({ ...usable, origins: [origin] }).join()).toContain(
      '`origins.0` (LEADCHAT_ORIGINS) must be an origin',
    );
  });

  it('refuses a field type that the service rejects', () => {
    const fields = [
      { name: 'email', type: 'text' },
      { name: 'company', type: 'checkbox' },
    ];
    const issues = issuesOf({ ...usable, forms: { default: { fields } } }).join();
    expect(issues).toContain('`forms.default.fields.0.type` must be email or hidden');
    expect(issues).toContain('`forms.default.fields.1.type` must be text or select or textarea or hidden');
  });

  it('names a misspelt key of a limit, and the key that is meant', () => {
    const issues = issuesOf({
      ...usable,
      limits: { leadsPerIp: { point: 5, seconds: 60 }, callsPerIp: { points: 0 } },
    });
    expect(issues).toEqual([
      '`limits.leadsPerIp.point` is not a key of the configuration. Did you mean `limits.leadsPerIp.points`?',
      '`limits.callsPerIp` must be { points, seconds } with whole numbers from 1, or false for no limit, got an object.',
    ]);
  });

  it('says how to create the secret of a webhook that has none', () => {
    expect(issuesOf({ ...usable, webhooks: [{ url: 'https://crm.example.com/hook' }] })).toEqual([
      expect.stringMatching(/^`webhooks\.0\.secret` is missing: .*openssl rand -base64 32/),
    ]);
    expect(issuesOf({ ...usable, webhooks: [{ secret: `whsec_${btoa('x'.repeat(32))}` }] })).toEqual([
      '`webhooks.0.url` is missing: set it to the https: URL of the receiver.',
    ]);
  });

  it('refuses a store in memory', () => {
    expect(issuesOf({ ...usable, store: 'sqlite::memory:' }).join()).toContain('`store` (DATABASE_URL) must be a file');
  });

  it('allows wildcards as origins in development only', () => {
    expect(issuesOf({ ...usable, origins: ['*'] }).join()).toContain('only with --dev');
    expect(issuesOf({ ...usable, origins: ['*'] }, true)).toEqual([]);
    const anyPort = ['http://localhost:*', 'http://127.0.0.1:*'];
    expect(issuesOf({ ...usable, origins: anyPort })).toEqual([
      '`origins` (LEADCHAT_ORIGINS) may be http://localhost:* only with --dev; list the pages that may call.',
    ]);
    expect(issuesOf({ ...usable, origins: anyPort }, true)).toEqual([]);
    expect(issuesOf({ ...usable, origins: ['https://*.example.com'] }, true).join()).toContain('must be an origin');
    const { origins: _, ...without } = usable;
    const parsed = parseConfig(without, { dev: true });
    expect(parsed.ok && parsed.config.origins).toEqual(['*']);
  });

  it('recognizes a Flow ID used as a Journey ID, and reads a Journey ID from its address', () => {
    const formWith = (id: string) => ({ ...usable, forms: { default: { journey: { id } } } });
    expect(issuesOf(formWith(flowId)).join()).toContain(
      '`forms.default.journey.id` (LEADCHAT_JOURNEY_ID) is the Flow ID',
    );
    const parsed = parseConfig(formWith(`https://app.example.com/acme/journey/${journeyId}/flow/${flowId}`));
    expect(parsed.ok && parsed.config.forms.default?.journey?.id).toBe(journeyId);
  });

  it('reports every problem of a form', () => {
    const issues = issuesOf({
      ...usable,
      forms: {
        default: {
          tags: ['two words'],
          fields: [
            { name: 'company', pattern: '(a+)+' },
            { name: 'company' },
            { name: 'size', type: 'select' },
            { name: 'lead_id' },
            { name: 'vat', pattern: '[' },
          ],
          callback: {
            agent: 'nobody',
            timeZone: 'Mars/Olympus',
            hours: [{ days: ['mon'], from: '17:00', to: '09:00' }],
          },
        },
      },
    });
    for (const expected of [
      'tags.0` (LEADCHAT_TAGS) must be a tag without spaces: write underscores instead, got "two words"',
      'fields.0.pattern` repeats a group that itself repeats',
      'fields.1.name` is already the name of an earlier field',
      'fields.2.options` is missing: a field of the type select needs options',
      'fields.3.name` is reserved by the service or the proxy',
      'fields.4.pattern` must be a regular expression',
      'callback.agent` (LEADCHAT_AGENT_ID) must be a UUID',
      'callback.timeZone` must be an IANA zone name',
      'callback.hours.0.to` must open before it closes',
    ]) {
      expect(
        issues.some((text) => text.includes(expected)),
        `${expected}\n${issues.join('\n')}`,
      ).toBe(true);
    }
  });

  // A time that is no time was compared with the other one as well, and a number with two limits.
  it.each([
    ['9:00', '17:00', ['from` must be a time such as 09:00, got "9:00"']],
    ['09:00', '5:00', ['to` must be a time such as 09:00, got "5:00"']],
    ['9.30', '17h', ['from` must be a time such as 09:00, got "9.30"', 'to` must be a time such as 09:00, got "17h"']],
    ['25:00', '24:00', ['from` must be a time such as 09:00, got "25:00"']],
    ['09:00', '', ['to` must be a time such as 09:00, got ""']],
    ['09:00', '09:00', ['to` must open before it closes, got "09:00"']],
  ])('has one message for one mistake in the hours %s to %s', (from, to, problems) => {
    const hours = { timeZone: 'Europe/Berlin', open: [{ days: ['mon'], from, to }] };
    const callback = { agent: journeyId, hours: hours.open };
    expect(issuesOf({ ...usable, forms: { default: { callback } } })).toEqual(
      problems.map((problem) => `\`forms.default.callback.hours.0.${problem}.`),
    );
    expect(listOptionProblems({ proxy: { hours }, attributes: {}, overrides: {} })).toEqual(
      problems.map((problem) => {
        const [path, message] = problem.split('` ');
        return { path: `hours.open.0.${path}`, message: `${message}.` };
      }),
    );
  });

  it('has one message for one wrong value', () => {
    const limits = { leadsPerIp: { points: -1.5, seconds: 60 } };
    const values = { ...usable, limits, retentionDays: -0.5, store: 'postgres:me@leads', origins: ['HTTP://x/*'] };
    const keys = issuesOf(values).map((text) => text.split('`')[1]);
    expect(keys).toEqual([...new Set(keys)]);
    expect(keys).toHaveLength(4);
  });

  // Any two letters passed, and then every number without `+` was refused.
  it.each([
    ['UK', 'must be an ISO country code: write GB'],
    ['us', 'must be an ISO country code: write US'],
    ['XX', 'must be the ISO code of a country that has phone numbers, such as US'],
    ['AQ', 'must be the ISO code of a country that has phone numbers, such as US'],
    ['USA', 'must be the ISO code of a country that has phone numbers, such as US'],
  ])('refuses the country %s', (code, problem) => {
    const form = { defaultCountry: code, callback: { agent: journeyId, countries: ['US', code] } };
    expect(issuesOf({ ...usable, forms: { default: form } }).sort()).toEqual([
      `\`forms.default.callback.countries.1\` ${problem}, got "${code}".`,
      `\`forms.default.defaultCountry\` ${problem}, got "${code}".`,
    ]);
  });

  it('reports the missing keys of a captcha, and allows a widget without one', () => {
    expect(issuesOf({ ...usable, captcha: { provider: 'turnstile' } })).toEqual([
      '`captcha.siteKey` is missing: set it to the public key that the widget shows the captcha with; to false if only your own forms send tokens.',
      '`captcha.secret` (LEADCHAT_CAPTCHA_SECRET) is missing: set it to the secret key that verifies tokens at the provider.',
    ]);
    expect(issuesOf({ ...usable, captcha: { provider: 'turnstile', siteKey: true, secret: 'x' } })).toEqual([
      '`captcha.siteKey` must be the public key, or false if only your own forms send tokens, got true.',
    ]);
  });

  it('takes one key of 32 bytes for what is added in the dashboard, or two while it is replaced', () => {
    const [key, urlSafe] = [`${'a+/'.repeat(14)}A=`, `${'a-_'.repeat(14)}A`];
    for (const secretKey of [key, urlSafe, `${key},${urlSafe}`, `${key} , ${urlSafe}`]) {
      expect(issuesOf({ ...usable, secretKey })).toEqual([]);
    }
    for (const secretKey of ['', 'a'.repeat(64), key.slice(4), `${key}${key}`, `${key},`, [key, key, key].join()]) {
      expect(issuesOf({ ...usable, secretKey })).toEqual([
        '`secretKey` (LEADCHAT_SECRET_KEY) must be 32 bytes in Base64, such as the output of `openssl rand -base64 32`; after a comma, the key before it.',
      ]);
    }
  });

  it('needs an identity secret of 32 bytes, counted as UTF-8', () => {
    const secretOf = (secret?: string) => ({ ...usable, identity: { secret } });
    expect(issuesOf(secretOf('x'.repeat(31)))).toEqual([
      '`identity.secret` (LEADCHAT_IDENTITY_SECRET) must have at least 32 bytes; create one with `openssl rand -hex 32`.',
    ]);
    expect(issuesOf(secretOf())[0]).toContain('`identity.secret` (LEADCHAT_IDENTITY_SECRET) is missing');
    expect(parseConfig(secretOf('x'.repeat(32))).ok).toBe(true);
    expect(parseConfig(secretOf('ü'.repeat(16))).ok).toBe(true);
  });

  // A field named `constructor` made parsing fail with a TypeError.
  it.each(['consent_at', 'chat_rating', 'chat_rating_comment', 'constructor'])(
    'refuses a field and an attribute with the name %s',
    (name) => {
      const forms = { default: { fields: [{ name, type: 'text', label: 'Answer' }] }, other: { attributes: [name] } };
      expect(issuesOf({ ...usable, forms }).map((text) => text.split(' ', 3).join(' '))).toEqual([
        '`forms.default.fields.0.name` is reserved',
        '`forms.other.attributes.0` is reserved',
      ]);
    },
  );

  it('refuses attributes with a name that the service, the proxy or the form uses', () => {
    const attributes = ['plan', 'consent_text_hash', 'first_utm_source', 'email', 'size', 'plan', 'Plan'];
    const form = { fields: [{ name: 'size' }], attributes };
    const issues = issuesOf({ ...usable, forms: { default: form } }).map((text) => text.split(',')[0]);
    expect(issues).toEqual([
      '`forms.default.attributes.1` is reserved by the service or the proxy; choose another name',
      '`forms.default.attributes.2` is reserved by the service or the proxy; choose another name',
      '`forms.default.attributes.3` is reserved by the service or the proxy; choose another name',
      '`forms.default.attributes.6` must be a name of lower-case letters',
      '`forms.default.attributes.4` is already the name of a field or an attribute of this form',
      '`forms.default.attributes.5` is already the name of a field or an attribute of this form',
    ]);
  });

  it('shows the expected shape when a value has another type', () => {
    expect(issuesOf({ ...usable, forms: { default: { journey: 'a1', callback: true, fields: {} } } })).toEqual([
      '`forms.default.fields` must be a list of fields, such as [{ name: "email", type: "email" }], got an object.',
      '`forms.default.journey` must be { id, onExisting? }, got "a1".',
      '`forms.default.callback` must be { agent, from?, countries?, hours?, timeZone?, closed? }, got true.',
    ]);
    expect(issuesOf({ ...usable, service: 'https://api.example.com' })).toEqual([
      '`service` must be { baseUrl, hooksUrl, wssUrl, apiKey }, got a text.',
    ]);
    expect(
      issuesOf({
        ...usable,
        assumptions: { removeTagParameters: 'lead_id' },
        forms: {
          default: { fields: ['email', { name: 'size', type: 'select', options: ['S', 'M'], required: 'yes' }] },
        },
      }),
    ).toEqual([
      '`forms.default.fields.0` must be { name, type?, label?, required?, options?, pattern?, maxLength?, minChoices?, maxChoices?, min?, max?, step?, placeholder?, value?, showIf? }, got "email".',
      '`forms.default.fields.1.required` must be true or false, got "yes".',
      '`forms.default.fields.1.options.0` must be { value, label }, got "S".',
      '`forms.default.fields.1.options.1` must be { value, label }, got "M".',
      '`assumptions.removeTagParameters` must be { leadId, tag }, got "lead_id".',
    ]);
    expect(issuesOf({ ...usable, limits: 5 })[0]).toContain('leadsPerIp: { points: 5, seconds: 600 }');
  });

  it('reports an unknown key with the name that was probably meant', () => {
    expect(issuesOf({ ...usable, limits: { leadPerIp: false }, colors: [], theme: 'dark' })).toEqual([
      '`limits.leadPerIp` is not a key of the configuration. Did you mean `limits.leadsPerIp`?',
      '`colors` is not a key of the configuration. Remove it or check how it is spelled.',
      '`theme` is not a key of the configuration. Did you mean `widget.theme`?',
    ]);
  });

  it('accepts minFillMs beside the limits and inside them', () => {
    for (const input of [{ minFillMs: 0 }, { limits: { minFillMs: 0 } }]) {
      const parsed = parseConfig({ ...usable, ...input });
      expect(parsed.ok && parsed.config.minFillMs).toBe(0);
    }
  });

  describe('webhooks', () => {
    const secret = `whsec_${btoa('a secret of thirty-two bytes ...')}`;
    const webhooksOf = (webhooks: unknown[], more = {}) => parseConfig({ ...usable, webhooks, ...more });

    it('are posted to https: URLs, and to this machine', () => {
      for (const url of [
        'https://crm.example.com/hook?key=1',
        'http://localhost:4000/hook',
        'http://127.0.0.1/',
        'http://[::1]/',
      ]) {
        const parsed = webhooksOf([{ url, secret }]);
        expect(parsed.ok && parsed.config.webhooks).toMatchObject([{ url, secret }]);
        expect(parsed.ok && parsed.config.webhooks[0]?.events).toContain('call.ended');
      }
    });

    it.each([
      'http://crm.example.com/',
      'http://10.0.0.1/',
      'ftp://localhost/',
      'crm.example.com',
      'https://user:password@crm.example.com/',
    ])('are not posted to %s, which is not shown because it may contain a key', (url) => {
      expect(issuesOf({ ...usable, webhooks: [{ url, secret }] })).toContain(
        '`webhooks.0.url` must be an absolute https: URL without credentials; http: is allowed for localhost only.',
      );
    });

    it.each(['10.0.0.1', '192.168.1.1', '169.254.169.254', '0.0.0.0', '[fd00::1]', '[::ffff:10.0.0.1]', '0x0a.1'])(
      'are not posted to the private address %s, unless that is allowed',
      (host) => {
        const webhooks = [{ url: `https://${host}/hook`, secret }];
        expect(issuesOf({ ...usable, webhooks })).toEqual([
          expect.stringMatching(
            /^`webhooks\.0\.url` has the private address .+; use a public one, or set allowPrivateWebhooks to true\.$/,
          ),
        ]);
        expect(webhooksOf(webhooks, { allowPrivateWebhooks: true }).ok).toBe(true);
      },
    );

    it('need a secret of 24 to 64 bytes, which is never shown', () => {
      for (const bad of ['whsec_c2hvcnQ=', 'short', `whsec_${btoa('x'.repeat(65))}`, secret.replace('whsec_', '')]) {
        const [issue, ...rest] = issuesOf({ ...usable, webhooks: [{ url: 'https://crm.example.com/', secret: bad }] });
        expect(rest).toEqual([]);
        expect(issue).toContain('`webhooks.0.secret` must be whsec_ and 24 to 64 bytes in Base64');
        expect(issue).not.toContain(bad);
      }
    });

    it('need known events and different URLs', () => {
      const url = 'https://crm.example.com/';
      expect(webhooksOf([{ url, secret, events: ['lead.odd'] }]).ok).toBe(false);
      expect(
        issuesOf({
          ...usable,
          webhooks: [
            { url, secret },
            { url: 'https://crm.example.com', secret },
          ],
        }),
      ).toEqual(['`webhooks.1.url` is already the url of an earlier receiver.']);
    });
  });
});
