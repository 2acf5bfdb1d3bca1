// @vitest-environment happy-dom
import { within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PublicConfig } from '../../../src/protocol/index.ts';
import type { OptionLayers, Panel, PanelDeps } from '../../../src/widget/launcher/index.ts';
import { createPanel } from '../../../src/widget/panel/create-panel.ts';

const flowId = 'f1000000-0000-4000-8000-000000000001';
const config: PublicConfig = {
  flowId,
  wssUrl: 'wss://chat.example',
  form: { name: 'default', fields: [{ name: 'phone', type: 'tel', required: true }], consent: null },
  widget: { title: 'Northlight Dental', greeting: 'Good morning.' },
};

const panels: Panel[] = [];

function show(layers: OptionLayers) {
  const element = document.createElement('div');
  const root = element.attachShadow({ mode: 'open' });
  const layer = document.createElement('div');
  const launcher = document.createElement('button');
  layer.append(launcher);
  root.append(layer);
  document.body.append(element);
  const emit = vi.fn();
  const setLabels = vi.fn();
  let current = layers;
  const deps: PanelDeps = {
    element,
    root,
    layer,
    launcher,
    optionLayers: () => current,
    emit,
    setOpen: (open, origin) => panel.setOpen(open, origin),
    setLabels,
  };
  const panel = createPanel(deps);
  panels.push(panel);
  const change = (overrides: Record<string, unknown>) => {
    current = { ...current, overrides };
    panel.update();
  };
  return { panel, emit, setLabels, root, launcher, change, view: within(layer) };
}

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(config)),
  );
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  // happy-dom loses its way when what has the focus is removed.
  for (const { shadowRoot } of document.querySelectorAll('div')) {
    if (shadowRoot?.activeElement instanceof HTMLElement) shadowRoot.activeElement.blur();
  }
  for (const panel of panels.splice(0)) panel.destroy();
  document.body.replaceChildren();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the panel as a whole', () => {
  it('asks a proxy for the form and shows it, with the proxy’s words', async () => {
    const { view, panel } = show({ attributes: { proxyUrl: 'https://proxy.example/base/' } });
    panel.setOpen(true, 'visitor');
    await vi.waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toBeTruthy());
    expect(vi.mocked(fetch).mock.calls.map(([url]) => String(url))).toEqual([
      'https://proxy.example/base/config?form=default',
    ]);
    expect(view.getByRole('dialog', { name: 'Northlight Dental' })).toBeTruthy();
    expect(view.getByText('Good morning.')).toBeTruthy();
  });

  it('asks nobody where the script brought the configuration along', async () => {
    const { view, panel } = show({ config, attributes: { proxyUrl: 'https://proxy.example', title: 'Page' } });
    panel.setOpen(true, 'api');
    await vi.waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toBeTruthy());
    expect(fetch).not.toHaveBeenCalled();
    expect(view.getByRole('dialog', { name: 'Page' })).toBeTruthy();
  });

  it('keeps nothing before it is opened', async () => {
    const { panel, view } = show({ config, attributes: { proxyUrl: 'https://proxy.example' } });
    await vi.waitFor(() => expect(view.getByLabelText('Phone')).toBeTruthy());
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    panel.setOpen(true, 'visitor');
    expect(Object.keys(localStorage)).toEqual(['leadchat-attribution']);
  });

  it('says that there is no chat when the proxy does not answer, and tries again', async () => {
    vi.mocked(fetch).mockRejectedValueOnce(new Error('down'));
    const { view, panel, emit } = show({ attributes: { proxyUrl: 'https://proxy.example' } });
    panel.setOpen(true, 'visitor');
    await vi.waitFor(() => expect(view.getByText("Chat isn't available right now.")).toBeTruthy());
    expect(emit).toHaveBeenCalledWith('error', expect.objectContaining({ code: 'no-configuration' }));
    view.getByRole('button', { name: 'Try again' }).click();
    await vi.waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toBeTruthy());
  });

  it('chats without a form on a page that the proxy refuses, and says which setting is wrong', async () => {
    const elsewhere = { ...config, origins: ['https://www.northlight.example'] };
    const { view, panel, emit } = show({ config: elsewhere, attributes: { proxyUrl: 'https://proxy.example' } });
    panel.setOpen(true, 'visitor');
    // A lead would be promised to be sent later, which cannot happen.
    expect(await view.findByRole('textbox', { name: 'Message' })).toBeTruthy();
    expect(view.queryByRole('textbox', { name: 'Phone' })).toBeNull();
    expect(emit).toHaveBeenCalledWith('error', {
      code: 'origin-not-allowed',
      message: `[leadchat] the proxy refuses leads from this page: add "${location.origin}" to \`origins\` in its configuration.`,
    });
  });

  it('shows the form on a page that the proxy allows', async () => {
    const { view, panel, emit } = show({
      config: { ...config, origins: [location.origin] },
      attributes: { proxyUrl: 'https://proxy.example' },
    });
    panel.setOpen(true, 'visitor');
    expect(await view.findByRole('textbox', { name: 'Phone' })).toBeTruthy();
    expect(emit).not.toHaveBeenCalledWith('error', expect.anything());
  });

  it('names what is missing where there is neither a flow nor a proxy', async () => {
    const { emit } = show({ overrides: {} });
    await vi.waitFor(() =>
      expect(emit).toHaveBeenCalledWith('error', {
        code: 'no-flow',
        message: '[leadchat] options `flowId` and `wssUrl`, or `proxyUrl`, are needed.',
      }),
    );
  });

  it('tells a slip in the options once, and goes on without it', () => {
    const { emit, change } = show({ config, overrides: { theme: 'night' } });
    change({ theme: 'night', title: 'New' });
    const told = emit.mock.calls.filter(([name]) => name === 'error');
    expect(told).toEqual([
      [
        'error',
        {
          code: 'bad-option',
          message: '[leadchat] option `theme` must be one of "auto", "light", "dark", got "night".',
        },
      ],
    ]);
  });

  it('speaks the visitor’s language, and names the bubble in it', async () => {
    const { setLabels, view, change } = show({
      config,
      attributes: { proxyUrl: 'https://proxy.example', locale: 'de' },
    });
    await vi.waitFor(() => expect(setLabels).toHaveBeenLastCalledWith('Chat öffnen', 'Chat schließen'));
    change({ locale: 'en', texts: { openChat: 'Ask us' } });
    await vi.waitFor(() => expect(setLabels).toHaveBeenLastCalledWith('Ask us', 'Close chat'));
    expect(view.getByRole('dialog', { hidden: true }).lang).toBe('en');
  });

  it('fills the form with what the page knows, also when it is told before the form is there', async () => {
    const { panel, view } = show({ attributes: { proxyUrl: 'https://proxy.example' } });
    panel.prefill({ phone: '+14155552671' });
    panel.setOpen(true, 'visitor');
    await vi.waitFor(() =>
      expect(view.getByRole('textbox', { name: 'Phone' })).toHaveProperty('value', '+14155552671'),
    );
  });

  it('reports each value that fills in nothing, once, without saying the value', async () => {
    const { panel, emit, change } = show({ attributes: { proxyUrl: 'https://proxy.example' } });
    panel.prefill({ phnoe: '+14155552671', nickname: 'Ada' });
    await vi.waitFor(() => expect(emit).toHaveBeenCalledWith('error', expect.anything()));
    panel.prefill({ phone: true });
    change({ storage: 'none' });
    await vi.waitFor(() => expect(emit.mock.calls.filter(([name]) => name === 'error').length).toBeGreaterThan(2));
    const errors = emit.mock.calls.flatMap(([name, { code, message }]) =>
      name === 'error' ? [`${code} ${message}`] : [],
    );
    expect(errors).toEqual([
      'bad-prefill [leadchat] "phnoe" fills in nothing: the form has no such field. Did you mean "phone"?',
      'bad-prefill [leadchat] "nickname" fills in nothing: the form has no such field.',
      'bad-prefill [leadchat] "phone" fills in nothing: its value must be a string, got a boolean.',
    ]);
  });

  it('keeps what the page knows of its visitor when another chat is made', async () => {
    const { panel, view, change } = show({ config, attributes: { proxyUrl: 'https://proxy.example' } });
    panel.prefill({ phone: '+14155552671' });
    change({ storage: 'none' });
    panel.setOpen(true, 'visitor');
    await vi.waitFor(() =>
      expect(view.getByRole('textbox', { name: 'Phone' })).toHaveProperty('value', '+14155552671'),
    );
    panel.reset();
    await vi.waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toHaveProperty('value', ''));
  });

  it('asks another proxy when it is given one', async () => {
    const { panel, view, change } = show({ config, attributes: { proxyUrl: 'https://proxy.example' } });
    panel.setOpen(true, 'visitor');
    await vi.waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toBeTruthy());
    change({ title: 'Same proxy' });
    expect(fetch).not.toHaveBeenCalled();
    change({ proxyUrl: 'https://other.example' });
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
    expect(String(vi.mocked(fetch).mock.lastCall?.[0])).toBe('https://other.example/config?form=default');
  });

  it('keeps to the proxy it was given last, also when an earlier one answers after it', async () => {
    const early = Promise.withResolvers<Response>();
    const answer = Response.json({ ...config, widget: { title: 'The earlier one' } });
    const read = vi.spyOn(answer, 'json');
    vi.mocked(fetch).mockReturnValueOnce(early.promise);
    const { panel, view, change } = show({ attributes: { proxyUrl: 'https://proxy.example' } });
    panel.setOpen(true, 'visitor');
    change({ proxyUrl: 'https://other.example' });
    await view.findByRole('dialog', { name: 'Northlight Dental' });
    early.resolve(answer);
    await vi.waitFor(() => expect(read).toHaveBeenCalled());
    await read.mock.results[0]?.value;
    await expect(view.findByRole('dialog', { name: 'The earlier one' }, { timeout: 100 })).rejects.toThrow();
  });

  it('always asks for the phone, also in a page’s own fields', async () => {
    const { panel, view } = show({
      overrides: {
        flowId,
        wssUrl: 'wss://chat.example',
        hooksUrl: 'https://hooks.example',
        fields: [{ name: 'city' }],
      },
    });
    panel.setOpen(true, 'visitor');
    await vi.waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toBeTruthy());
    expect(view.getByRole('textbox', { name: /^City/ })).toBeTruthy();
  });

  it('deletes what is kept beside the conversation when the visitor says no', () => {
    localStorage.setItem('leadchat-attribution', '{}');
    sessionStorage.setItem('leadchat-triggers', '{}');
    const { change } = show({ config, overrides: { consent: 'required' } });
    change({ consent: 'required', title: 'Other' });
    expect(localStorage.length).toBe(1);
    change({ consent: 'denied' });
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });

  it('takes the focus for a visitor, and gives it back to where it was', async () => {
    const button = document.createElement('button');
    document.body.append(button);
    const { panel, root, view, launcher } = show({ config, attributes: { proxyUrl: 'https://proxy.example' } });
    launcher.hidden = true;
    await vi.waitFor(() => expect(view.getByLabelText('Phone')).toBeTruthy());
    button.focus();
    panel.setOpen(true, 'visitor');
    await vi.waitFor(() => expect(root.activeElement).toBe(view.getByLabelText('Phone')));
    panel.setOpen(false, 'visitor');
    expect(document.activeElement).toBe(button);
  });

  it('leaves nothing in the root when it is destroyed', async () => {
    const { panel, root, view } = show({ config, attributes: { proxyUrl: 'https://proxy.example' } });
    panel.setOpen(true, 'visitor');
    await vi.waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toBeTruthy());
    panel.destroy();
    expect(root.querySelector('.panel')).toBeNull();
    expect(panel.state()).toMatchObject({ unread: 0 });
  });
});
