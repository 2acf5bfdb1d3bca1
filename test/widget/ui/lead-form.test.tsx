// @vitest-environment happy-dom
import { within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTranslator } from '../../../src/i18n/translator.ts';
import { parsePhone } from '../../../src/phone/index.ts';
import type { FormConsent, FormField, PublicCaptcha } from '../../../src/protocol/index.ts';
import { phoneProblemText } from '../../../src/widget/ui/form/phone-problem-text.ts';
import { guessCountry } from '../../../src/widget/ui/form/phone-tools.tsx';
import { problemText } from '../../../src/widget/ui/form/problem-text.ts';
import { fakeChat, fakeForm, showPanel } from './support/fake-chat.ts';

const shown: ReturnType<typeof showPanel>[] = [];

async function show({
  fields,
  consent,
  given = {},
  captcha,
  isOpen,
}: {
  fields?: FormField[];
  consent?: FormConsent;
  given?: object;
  captcha?: PublicCaptcha;
  isOpen?: boolean;
} = {}) {
  const fake = fakeForm(fields, consent ?? null);
  const { chat, state } = fakeChat(fake.form);
  const one = showPanel(chat, given, { captcha, isOpen });
  shown.push(one);
  const view = within(one.layer);
  await vi.waitFor(() => expect(view.getByText('Start chat')).toBeTruthy());
  return { ...one, ...fake, chat, state, view };
}

function type(field: HTMLElement, text: string): void {
  Reflect.set(field, 'value', text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Without taking the focus: happy-dom keeps that on an element which is gone. */
function turnTo(element: HTMLElement): void {
  element.dispatchEvent(new Event('focus'));
}

afterEach(() => {
  for (const { panel, root } of shown.splice(0)) {
    panel.dispose();
    root.host.remove();
  }
});

describe('the lead form', () => {
  it('names its fields as the contract promises, and lets browsers fill them in', async () => {
    const { view } = await show();
    const names = ['Phone', 'First name', 'Last name', 'Email'];
    const found = names.map((name) => view.getByRole('textbox', { name: new RegExp(`^${name}`) }));
    expect(found.map((field) => field.getAttribute('autocomplete'))).toEqual([
      'tel',
      'given-name',
      'family-name',
      'email',
    ]);
    expect(found.map((field) => field.getAttribute('type'))).toEqual(['tel', 'text', 'text', 'email']);
    expect(found[0]).toHaveProperty('required', true);
  });

  it('draws every type of field, and hides the hidden', async () => {
    const fields: FormField[] = [
      { name: 'topic', type: 'select', required: true, options: [{ value: 'a', label: 'A visit' }] },
      { name: 'note', type: 'textarea', required: false, label: 'Your note' },
      { name: 'news', type: 'checkbox', required: false, label: 'Send me news' },
      { name: 'source', type: 'hidden', required: false, value: 'x' },
    ];
    const { view, values, layer } = await show({ fields });
    type(view.getByRole('combobox', { name: 'Topic' }), 'a');
    type(view.getByRole('textbox', { name: /^Your note/ }), 'hello');
    view.getByRole('checkbox', { name: 'Send me news' }).click();
    expect(values.value).toEqual({ topic: 'a', note: 'hello', news: true });
    expect(layer.querySelector('[name=source]')).toBeNull();
  });

  it('sends with where it comes from, once, whatever is pressed', async () => {
    const { view, submit, status } = await show();
    let accept = () => {};
    submit.mockImplementation(() => {
      status.value = 'sending';
      return new Promise((resolve) => {
        accept = () => resolve({ ok: true, status: 'accepted' });
      });
    });
    view.getByRole('button', { name: 'Start chat' }).click();
    expect(submit).toHaveBeenCalledWith({
      page: { url: 'https://example.com/' },
      website: '',
      callback: false,
    });
    expect(view.getByRole('button', { name: 'Sending…' }).getAttribute('aria-disabled')).toBe('true');
    accept();
  });

  it('counts the time that the visitor takes from the opening of the panel', async () => {
    const { form, isOpen } = await show({ isOpen: false });
    expect(form.markShown).not.toHaveBeenCalled();
    isOpen.value = true;
    await vi.waitFor(() => expect(form.markShown).toHaveBeenCalled());
  });

  it('says what is wrong beside the field, and moves the focus to the first', async () => {
    const { view, submit, problems, root } = await show();
    submit.mockImplementation(async () => {
      problems.value = { email: { code: 'email' }, phone: { code: 'required' } };
      return { ok: false, firstProblem: 'phone' };
    });
    view.getByRole('button', { name: 'Start chat' }).click();
    const phone = view.getByRole('textbox', { name: 'Phone' });
    await vi.waitFor(() => expect(root.activeElement).toBe(phone));
    expect(phone.getAttribute('aria-invalid')).toBe('true');
    const described = root.getElementById(phone.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('Please enter your phone number.');
  });

  it('is left out with Skip only where it is optional', async () => {
    expect((await show()).view.queryByRole('button', { name: 'Skip' })).toBeNull();
    const { view, chat } = await show({ given: { leadForm: 'optional' } });
    view.getByRole('button', { name: 'Skip' }).click();
    expect(chat.skipLead).toHaveBeenCalled();
  });

  it('asks for consent with its links', async () => {
    const consent = { text: 'I agree, see the [policy](https://example.com/p).', version: '1', required: true };
    const { view, form, problems } = await show({ consent });
    expect(view.getByRole('link', { name: 'policy' }).getAttribute('href')).toBe('https://example.com/p');
    problems.value = { consent: { code: 'required' } };
    expect(view.getByText('Please agree so that we can contact you.')).toBeTruthy();
    view.getByRole('checkbox').click();
    expect(form.consentGiven.value).toBe(true);
  });

  it('reads phones in the visitor’s country, formats them, and lets the country be changed', async () => {
    const { view, form, values } = await show();
    await vi.waitFor(() => expect(form.setPhoneParser).toHaveBeenCalled());
    const country = view.getByRole('combobox', { name: 'Country' });
    const phone = view.getByRole('textbox', { name: 'Phone' });
    type(phone, '4155552671');
    expect(values.value.phone).toBe('(415) 555-2671');
    type(phone, '+442079460958');
    expect(values.value.phone).toBe('+44 20 7946 0958');
    expect(country).toHaveProperty('value', 'GB');
    turnTo(country);
    type(country, 'DE');
    expect(form.country.value).toBe('DE');
  });

  it('names all countries once somebody turns to them, in their order, and keeps the one that is chosen', async () => {
    const { view, form } = await show();
    await vi.waitFor(() => expect(form.setPhoneParser).toHaveBeenCalled());
    const country = view.getByRole('combobox', { name: 'Country' });
    form.setCountry('DE');
    expect(within(country).getAllByRole('option')).toHaveLength(1);
    turnTo(country);
    const names = within(country)
      .getAllByRole('option')
      .map((option) => option.textContent);
    expect(names.length).toBeGreaterThan(200);
    expect(names).toContain('Germany +49');
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
    expect(country).toHaveProperty('value', 'DE');
  });

  it('tells that a lead was refused as a whole', async () => {
    const { view, state } = await show();
    state.lead.value = { status: 'refused', code: 'rate-limited', message: 'x', issues: [] };
    expect(view.getByText(/few minutes/)).toBeTruthy();
  });
});

describe('what is wrong with a phone', () => {
  const translator = createTranslator('en', []);

  it.each([
    ['(415) 555-26', 'Two digits are missing. Example: (201) 555-0123'],
    ['(415) 555-267', 'One digit is missing. Example: (201) 555-0123'],
    ['(415) 555-26711', 'One digit too many. Example: (201) 555-0123'],
    ['call me', "This doesn't look like a phone number. Example: (201) 555-0123"],
    ['+999 123456789', "This country code doesn't exist. Start with + and the country code. Example: (201) 555-0123"],
  ])('is said of %j', (typed, said) => {
    const reading = parsePhone(typed, 'US');
    if (reading.ok) throw new Error('that is a phone number');
    const text = phoneProblemText(reading.problem, translator, '(201) 555-0123');
    expect(text).toBe(said);
  });

  it('is said in general where phones cannot be read: their metadata did not load', () => {
    const problem = { code: 'phone', problem: { code: 'too-short', missing: 2 } } as const;
    expect(problemText('phone', problem, translator)).toBe("This doesn't look like a phone number.");
  });
});

describe('the country to begin with', () => {
  it('is the language’s where the time zone fits, else the language’s own', () => {
    expect(guessCountry(['US', 'DE', 'GB'], 'Europe/Berlin', 'de')).toBe('DE');
    expect(guessCountry(['US', 'GB'], 'Nowhere/Else', 'en-GB')).toBe('GB');
    expect(guessCountry([], 'Nowhere/Else', 'en-GB')).toBeUndefined();
  });
});

describe('the captcha in the form', () => {
  const settings: PublicCaptcha = { provider: 'turnstile', siteKey: 'site-key' };

  function provide() {
    const render = vi.fn((_element: HTMLElement, _parameters: Record<string, (value?: string) => void>) => 1);
    const remove = vi.fn();
    vi.stubGlobal('turnstile', { render, reset: vi.fn(), remove });
    return { render, remove };
  }

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is drawn beside the root, where providers can find it, and goes with the form', async () => {
    const { render, remove } = provide();
    const { root, chat, state } = await show({ captcha: settings });
    await vi.waitFor(() => expect(render).toHaveBeenCalled());
    const container = render.mock.lastCall?.[0];
    expect(document.contains(container ?? null)).toBe(true);
    expect(container?.parentElement?.parentElement).toBe(root.host);
    expect(root.querySelector('slot')?.assignedElements()).toEqual([container?.parentElement]);
    expect(chat.start).not.toHaveBeenCalled();
    state.phase.value = 'chatting';
    await vi.waitFor(() => expect(remove).toHaveBeenCalled());
    expect(root.host.childElementCount).toBe(0);
  });

  it('is asked for what it has when the form is sent', async () => {
    const { render } = provide();
    const { view, submit } = await show({ captcha: settings });
    await vi.waitFor(() => expect(render).toHaveBeenCalled());
    render.mock.lastCall?.[1].callback?.('token');
    view.getByRole('button', { name: 'Start chat' }).click();
    expect(await submit.mock.lastCall?.[1]?.()).toEqual({ ok: true, token: 'token' });
  });

  it('loads nothing while the form is not seen', async () => {
    const { render } = provide();
    const { isOpen, root } = await show({ captcha: settings, isOpen: false });
    expect(root.host.childElementCount).toBe(0);
    expect(render).not.toHaveBeenCalled();
    isOpen.value = true;
    await vi.waitFor(() => expect(render).toHaveBeenCalled());
  });
});
