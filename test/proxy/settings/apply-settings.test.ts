import { describe, expect, it } from 'vitest';
import type { SavedSettings } from '../../../src/protocol/admin/settings.ts';
import { applySettings, checkSettings } from '../../../src/proxy/settings/apply-settings.ts';
import { describeSettings } from '../../../src/proxy/settings/describe-settings.ts';
import { createLiveConfig } from '../../../src/proxy/settings/live-config.ts';
import { configOf, ids } from '../support/harness.ts';

const email = { name: 'email', type: 'email', label: 'Email', required: true };
const consent = { text: 'I agree.', version: '1', required: true };
const file = configOf({
  widget: { title: 'From the file', greeting: 'Hello' },
  forms: {
    default: { tags: ['website'], journey: { id: ids.journey }, consent },
    sales: { fields: [email] },
  },
});

function apply({ widget = {}, forms = {} }: Partial<SavedSettings>) {
  return applySettings(file, { widget, forms });
}

describe('saved settings', () => {
  it('lie over the file, an option and a key of a form at a time', () => {
    const { widget, forms, ignored } = apply({
      widget: { greeting: 'Ask us anything' },
      forms: { default: { tags: ['dashboard'] }, quote: { fields: [email] } },
    });
    expect(ignored).toEqual([]);
    expect(widget).toEqual({ title: 'From the file', greeting: 'Ask us anything' });
    expect(Object.keys(forms)).toEqual(['default', 'sales', 'quote']);
    expect(forms.default).toEqual({ ...file.forms.default, tags: ['dashboard'] });
    expect(forms.quote?.fields.map(({ name }) => name)).toEqual(['phone', 'email']);
    expect(forms.sales).toBe(file.forms.sales);
  });

  it('remove with null what the file sets', () => {
    const { widget, forms, ignored } = apply({
      widget: { title: null },
      forms: { default: { consent: null, journey: null }, sales: null },
    });
    expect(ignored).toEqual([]);
    expect(widget).toEqual({ greeting: 'Hello' });
    expect(Object.keys(forms)).toEqual(['default']);
    expect(forms.default).not.toHaveProperty('consent');
    expect(forms.default).not.toHaveProperty('journey');
  });

  it('are ignored one by one where this leadchat does not understand them', () => {
    const { widget, forms, ignored, effective } = apply({
      widget: { titel: 'x', color: 5, greeting: 'Stays', hologram: null },
      forms: { default: { hologram: true, tags: ['stays'] }, sales: { fields: 'none' } },
    });
    expect(ignored).toEqual([
      { path: 'widget.hologram', message: 'is unknown.' },
      { path: 'widget.titel', message: 'is unknown. Did you mean `title`?' },
      { path: 'widget.color', message: 'must be a CSS color, with all its brackets, got 5.' },
      {
        path: 'forms.default.hologram',
        message: 'is not a key of the configuration. Remove it or check how it is spelled.',
      },
      {
        path: 'forms.sales.fields',
        message: 'must be a list of fields, such as [{ name: "email", type: "email" }], got "none".',
      },
    ]);
    expect(widget).toEqual({ title: 'From the file', greeting: 'Stays' });
    expect(forms.default?.tags).toEqual(['stays']);
    expect(forms.sales).toEqual(file.forms.sales);
    expect(effective).toEqual({ widget: { greeting: 'Stays' }, forms: { default: { tags: ['stays'] }, sales: {} } });
  });

  it('cannot say what the widget connects to, nor who the visitor is', () => {
    const widget = { proxyUrl: 'https://evil.example', flowId: ids.flow, wssUrl: null, hooksUrl: '/x', userToken: 'x' };
    const issues = checkSettings(file, { widget, forms: {} });
    expect(issues.map(({ path }) => path).sort()).toEqual(
      ['flowId', 'wssUrl', 'proxyUrl', 'hooksUrl', 'userToken'].map((name) => `widget.${name}`).sort(),
    );
    expect(new Set(issues.map(({ message }) => message))).toEqual(
      new Set(['can be set in the configuration file only.']),
    );
    expect(apply({ widget }).widget).toEqual(file.widget);
  });

  // They were refused at the top only: an entry of `pages` sent visitors' sessions and messages to a foreign socket.
  it.each(['flowId', 'wssUrl', 'proxyUrl', 'hooksUrl', 'userToken', 'encodeMessage'])(
    'cannot say it for some pages or variants either: %s',
    (name) => {
      const value = name === 'flowId' ? ids.flow : 'wss://evil.example';
      const experiments = [{ name: 'a', variants: [{ name: 'b', title: 'B', [name]: value }] }];
      const widget = { pages: [{ url: '/', title: 'P', [name]: value, experiments }], experiments };
      const message = 'can be set in the configuration file only.';
      const paths = [`pages.0.${name}`, `pages.0.experiments.0.variants.0.${name}`, `experiments.0.variants.0.${name}`];
      const issues = checkSettings(file, { widget, forms: {} });
      expect(issues.map(({ path }) => path).sort()).toEqual(paths.map((path) => `widget.${path}`).sort());
      expect(new Set(issues.map((issue) => issue.message))).toEqual(new Set([message]));
      // What was saved before applies without it.
      const clean = [{ name: 'a', variants: [{ name: 'b', title: 'B' }] }];
      const applied = apply({ widget });
      expect(applied.widget).toEqual({
        ...file.widget,
        pages: [{ url: '/', title: 'P', experiments: clean }],
        experiments: clean,
      });
      expect(JSON.stringify(applied.effective)).not.toContain(name);
    },
  );

  it('cannot say it in a list that is written as JSON', () => {
    const widget = { pages: JSON.stringify([{ url: '/', wssUrl: 'wss://evil.example' }]) };
    expect(checkSettings(file, { widget, forms: {} }).map(({ path }) => path)).toEqual([
      'widget.pages.0.wssUrl',
      'widget.pages',
    ]);
    expect(apply({ widget }).widget).toEqual(file.widget);
  });

  it('may use these names in the frame of a message, whose keys are those of the service', () => {
    const messageFrame = { flowId: ids.flow, content: { userToken: '{text}' } };
    expect(apply({ widget: { messageFrame } })).toMatchObject({ ignored: [], widget: { messageFrame } });
  });

  it('obey the rules between keys, as the file does', () => {
    const issues = checkSettings(file, {
      widget: {},
      forms: { default: { fields: [email, email], journey: { id: ids.flow } } },
    });
    expect(issues.map(({ path }) => path)).toEqual(['forms.default.journey.id', 'forms.default.fields.1.name']);
  });

  it('remove no form that some pages or a variant show', () => {
    const variants = [{ name: 'a' }, { name: 'b', form: 'sales' }];
    const experiments = [{ name: 'which', variants }];
    const sales = configOf({
      widget: {
        pages: [
          { url: '/jobs', form: 'jobs' },
          { url: '/prices', form: 'sales', experiments },
        ],
        experiments,
      },
      forms: { default: {}, sales: {} },
    });
    const message = 'must name a form ("default"), got "sales".';
    expect(checkSettings(sales, { widget: {}, forms: { sales: null } })).toEqual([
      { path: 'widget.pages.1.form', message },
      { path: 'widget.pages.1.experiments.0.variants.1.form', message },
      { path: 'widget.experiments.0.variants.1.form', message },
    ]);
    // What the file says without a form is no reason to refuse something else.
    expect(checkSettings(sales, { widget: { title: 'Mine' }, forms: {} })).toEqual([]);
    const gone = checkSettings(sales, { widget: { pages: [{ url: '/', form: 'gone' }] }, forms: {} });
    expect(gone.map(({ path }) => path)).toEqual(['widget.pages.0.form']);
    const widget = { pages: [{ url: '/prices' }], experiments: null };
    expect(checkSettings(sales, { widget, forms: { sales: null } })).toEqual([]);
  });

  it('leave a form for every page', () => {
    const issues = checkSettings(file, { widget: { form: 'gone' }, forms: {} });
    expect(issues).toEqual([{ path: 'widget.form', message: 'must name a form ("default", "sales"), got "gone".' }]);
    expect(apply({ widget: { form: 'gone', title: 'Stays' } }).widget).toEqual({ title: 'Stays', greeting: 'Hello' });
    expect(checkSettings(file, { widget: {}, forms: { default: null } })).toHaveLength(1);
    expect(checkSettings(file, { widget: { form: 'sales' }, forms: { default: null } })).toEqual([]);
    const last = checkSettings(file, { widget: {}, forms: { default: null, sales: null } });
    expect(last[0]).toEqual({ path: 'forms.sales', message: 'cannot be removed: it is the last form.' });
    expect(Object.keys(apply({ forms: { default: null, sales: null } }).forms).sort()).toEqual(['default', 'sales']);
  });

  it('may repeat everything that applies', () => {
    const { widget, forms } = JSON.parse(JSON.stringify(file));
    expect(apply({ widget, forms })).toMatchObject({ widget: file.widget, forms: file.forms, ignored: [] });
  });

  it('are described with where each part comes from', () => {
    const live = createLiveConfig(file);
    live.setSaved({
      ...{ version: 3, at: Date.UTC(2026, 0, 1), by: 'Ada' },
      settings: { widget: { greeting: 'Saved', title: null }, forms: { default: { tags: ['saved'] }, sales: null } },
    });
    const { version, at, by, sources, applies } = describeSettings(live);
    expect({ version, at, by }).toEqual({ version: 3, at: '2026-01-01T00:00:00.000Z', by: 'Ada' });
    expect(applies.widget).toEqual({ greeting: 'Saved' });
    expect(sources).toEqual({
      'widget.greeting': 'saved',
      'widget.title': 'saved',
      'forms.default.fields': 'default',
      'forms.default.consent': 'file',
      'forms.default.attributes': 'default',
      'forms.default.tags': 'saved',
      'forms.default.journey': 'file',
      'forms.default.defaultCountry': 'default',
      'forms.default.routes': 'default',
      'forms.sales': 'saved',
    });
  });
});

describe('a configuration file that was read again', () => {
  it('applies what needs no restart, under the saved settings, and names the rest', () => {
    const live = createLiveConfig(file);
    live.setSaved({ version: 1, at: 0, by: 'Ada', settings: { widget: { title: 'Saved' }, forms: {} } });
    const next = {
      ...file,
      widget: { title: 'New file', theme: 'dark' },
      origins: ['https://new.example'],
      store: 'sqlite:/elsewhere.db',
      retentionDays: 3,
    };
    expect(live.setFile(next)).toEqual({
      applied: ['origins', 'widget'],
      needRestart: expect.arrayContaining(['store', 'retentionDays']),
    });
    expect(live.config.value).toMatchObject({
      widget: { title: 'Saved', theme: 'dark' },
      origins: ['https://new.example'],
      store: file.store,
      retentionDays: 7,
    });
    expect(live.setFile(live.file.value)).toEqual({ applied: [], needRestart: [] });
  });
});
