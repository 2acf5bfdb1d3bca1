// @vitest-environment happy-dom
import { within } from '@testing-library/preact';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LeadOutcome } from '../../../src/core/leads/lead-gateway.ts';
import type { FormField } from '../../../src/protocol/form.ts';
import type { PublicCaptcha } from '../../../src/protocol/proxy/public-config.ts';
import { waitFor } from '../../support/wait-for.ts';
import { type RenderPanelOptions, renderPanel, type } from '../support/render-panel.ts';
import { checkAsVisitor, clickAsVisitor } from '../support/visitor-events.ts';

async function renderForm(options: RenderPanelOptions = {}) {
  const rendered = renderPanel({ leadForm: 'required', ...options });
  const { view, chat } = rendered;
  await view.findByText('Start chat');
  const { leadForm } = chat;
  if (leadForm === null) throw new Error('the chat has no form');
  return {
    ...rendered,
    leadForm,
    startChat: () => view.getByRole('button', { name: 'Start chat' }).click(),
    phone: () => view.getByRole('textbox', { name: 'Phone' }),
  };
}

/** The form with its country. */
async function renderFormWithPhones(options: RenderPanelOptions = {}) {
  const rendered = await renderForm(options);
  const country = await rendered.view.findByRole('combobox', { name: 'Country' });
  return { ...rendered, country };
}

/** Does not move the focus, because happy-dom keeps it on removed elements. */
function fireFocus(element: HTMLElement): void {
  element.dispatchEvent(new Event('focus'));
}

function descriptionOf(element: HTMLElement, root: ShadowRoot): string | null | undefined {
  return root.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;
}

describe('the lead form', () => {
  it('names its fields as the contract promises, and lets browsers fill them in', async () => {
    const { view } = await renderForm();
    const names = ['Phone', 'First name', 'Last name', 'Email'];
    const found = names.map((name) => view.getByRole('textbox', { name: new RegExp(`^${name}`) }));
    const autocomplete = found.map((field) => field.getAttribute('autocomplete'));
    expect(autocomplete).toEqual(['tel', 'given-name', 'family-name', 'email']);
    expect(found.map((field) => field.getAttribute('type'))).toEqual(['tel', 'text', 'text', 'email']);
    expect(found[0]).toHaveProperty('required', true);
  });

  it('shows choices, dates and numbers as their own kind, and says what is wrong with them', async () => {
    const options = [
      { value: 'mon', label: 'Monday' },
      { value: 'tue', label: 'Tuesday' },
      { value: 'wed', label: 'Wednesday' },
    ];
    const fields: FormField[] = [
      { name: 'phone', type: 'tel', required: true },
      { name: 'visit', type: 'radio', required: true, label: 'Which visit?', options: options.slice(0, 2) },
      { name: 'days', type: 'checkboxes', required: false, label: 'Which days?', options, maxChoices: 2 },
      { name: 'day', type: 'date', required: false, label: 'When?', min: '2026-12-01', max: '2026-12-24' },
      { name: 'people', type: 'number', required: false, label: 'How many?', min: 1, step: 1 },
    ];
    const { view, layer, root, phone, startChat, gateway } = await renderForm({ fields });
    type(phone(), '(415) 555-2671');
    const visit = view.getByRole('radiogroup', { name: 'Which visit?' });
    // In a panel of the other direction, a question mark must stay at the end of its question.
    for (const words of ['Which visit?', 'Which days?', 'When?', 'How many?', 'Monday']) {
      expect(view.getAllByText(words).every(({ localName }) => localName === 'bdi')).toBe(true);
    }
    // A group has no attribute that says whether it is required.
    const days = view.getByRole('group', { name: 'Which days? optional' });
    const day = view.getByLabelText(/^When\?/);
    const people = view.getByRole('textbox', { name: /^How many\?/ });
    expect([day.getAttribute('type'), day.getAttribute('min'), day.getAttribute('max')]).toEqual([
      'date',
      '2026-12-01',
      '2026-12-24',
    ]);
    expect(people.getAttribute('inputmode')).toBe('numeric');
    for (const name of ['Monday', 'Tuesday', 'Wednesday']) {
      within(days).getByRole('checkbox', { name }).click();
    }
    type(day, '2026-12-25');
    type(people, '1.5');
    startChat();
    await waitFor(() => expect(layer.querySelectorAll('.problem')).toHaveLength(4));
    expect(visit.getAttribute('aria-invalid')).toBe('true');
    const said = [visit, days, day, people].map((element) => descriptionOf(element, root));
    expect(said).toEqual([
      'Choose an option.',
      'Choose at most 2.',
      'Choose December 24, 2026 or an earlier day.',
      'Enter a number in steps of 1.',
    ]);
    within(visit).getByRole('radio', { name: 'Tuesday' }).click();
    within(days).getByRole('checkbox', { name: 'Monday' }).click();
    type(day, '2026-12-24');
    type(people, '٣');
    startChat();
    await waitFor(() => expect(gateway.requests).toHaveLength(1));
    expect(gateway.requests[0]?.fields).toMatchObject({
      visit: 'tue',
      days: ['tue', 'wed'],
      day: '2026-12-24',
      people: '3',
    });
  });

  it('asks in steps: Enter and Next go on, Back goes back, the last step sends, and the focus follows', async () => {
    const fields: FormField[] = [
      { name: 'topic', type: 'text', required: true, label: 'What is it about?' },
      { name: 'phone', type: 'tel', required: true },
      { name: 'email', type: 'email', required: false },
    ];
    const steps = [{ title: 'Your question', fields: ['topic'] }, { fields: ['phone', 'email'] }];
    const consent = { text: 'I agree.', version: '1', required: false };
    const { view, layer, root, gateway } = renderPanel({ leadForm: 'required', fields, steps, consent });
    const next = await view.findByRole('button', { name: 'Next' });
    const first = view.getByRole('group', { name: 'Step 1 of 2 Your question' });
    expect(view.queryByRole('checkbox')).toBeNull();
    expect(view.queryByRole('textbox', { name: 'Phone' })).toBeNull();
    next.click();
    const topic = within(first).getByRole('textbox', { name: 'What is it about?' });
    await waitFor(() => expect(descriptionOf(topic, root)).toBe('Please fill this in.'));
    type(topic, 'Teeth');
    // The browser fills in the email of the next step together with this one.
    const later = layer.querySelector<HTMLInputElement>('input[autocomplete=email]');
    if (later === null) throw new Error('nothing to fill in');
    expect([later.tabIndex, later.closest('[aria-hidden=true]') !== null]).toEqual([-1, true]);
    type(later, 'ada@example.com');
    // Enter in a field clicks the first submit button.
    layer.querySelector<HTMLButtonElement>('.form [type=submit]')?.click();
    const phone = await view.findByRole('textbox', { name: 'Phone' });
    expect(view.getByRole('group', { name: 'Step 2 of 2' })).toBeTruthy();
    await waitFor(() => expect(root.activeElement).toBe(phone));
    expect(view.getByRole('textbox', { name: /^Email/ })).toHaveProperty('value', 'ada@example.com');
    expect(view.getByRole('checkbox', { name: 'I agree.' })).toBeTruthy();
    view.getByRole('button', { name: 'Back' }).click();
    const again = await view.findByRole('textbox', { name: 'What is it about?' });
    expect(again).toHaveProperty('value', 'Teeth');
    expect(view.queryByRole('button', { name: 'Back' })).toBeNull();
    view.getByRole('button', { name: 'Next' }).click();
    type(await view.findByRole('textbox', { name: 'Phone' }), '(415) 555-2671');
    view.getByRole('button', { name: 'Start chat' }).click();
    await waitFor(() =>
      expect(gateway.requests[0]?.fields).toMatchObject({ topic: 'Teeth', email: 'ada@example.com' }),
    );
  });

  // Cause: the focus that was meant for a problem without a field waited for the next step, whoever went there.
  it('leaves the focus alone when another tab goes to another step', async () => {
    const fields: FormField[] = [
      { name: 'topic', type: 'text', required: false, label: 'Topic' },
      { name: 'phone', type: 'tel', required: true },
      { name: 'order', type: 'hidden', required: true },
    ];
    const steps = [{ fields: ['topic'] }, { fields: ['phone'] }];
    const { view, root, chat } = renderPanel({ leadForm: 'required', fields, steps });
    (await view.findByRole('button', { name: 'Next' })).click();
    type(await view.findByRole('textbox', { name: 'Phone' }), '(415) 555-2671');
    view.getByRole('button', { name: 'Start chat' }).click();
    await waitFor(() => expect(chat.leadForm?.problems.value.order).toBeDefined());
    const menu = view.getByRole('button', { name: 'Menu' });
    menu.focus();
    chat.leadForm?.back();
    await view.findByRole('textbox', { name: /^Topic/ });
    expect(root.activeElement).toBe(menu);
  });

  it('renders every type of field, and sends hidden values without showing them', async () => {
    const fields: FormField[] = [
      { name: 'phone', type: 'tel', required: true },
      { name: 'topic', type: 'select', required: true, options: [{ value: 'a', label: 'A visit' }] },
      { name: 'note', type: 'textarea', required: false, label: 'Your note' },
      { name: 'news', type: 'checkbox', required: false, label: 'Send me news' },
      { name: 'source', type: 'hidden', required: false, value: 'ad' },
    ];
    const { view, layer, phone, startChat, gateway } = await renderForm({ fields });
    type(phone(), '(415) 555-2671');
    type(view.getByRole('combobox', { name: 'Topic' }), 'a');
    type(view.getByRole('textbox', { name: /^Your note/ }), 'hello');
    view.getByRole('checkbox', { name: 'Send me news' }).click();
    expect(layer.querySelector('[name=source]')).toBeNull();
    startChat();
    await waitFor(() =>
      expect(gateway.requests[0]?.fields).toMatchObject({ topic: 'a', note: 'hello', news: true, source: 'ad' }),
    );
  });

  it('shows a field while its condition is met, says so, and keeps its text without sending it', async () => {
    const fields: FormField[] = [
      { name: 'phone', type: 'tel', required: true },
      { name: 'since', type: 'text', required: true, showIf: { field: 'pain', is: true } },
      { name: 'pain', type: 'checkbox', required: false, label: 'I have pain' },
    ];
    const { view, phone, startChat, gateway } = await renderForm({ fields });
    type(phone(), '(415) 555-2671');
    const box = view.getByRole('checkbox', { name: 'I have pain' });
    const since = () => view.queryByRole('textbox', { name: 'Since' });
    expect(since()).toBeNull();
    box.focus();
    box.click();
    await view.findByText('Added to the form: Since');
    expect(view.getByRole('checkbox', { name: 'I have pain' })).toBe(box);
    startChat();
    // It is required now.
    await waitFor(() => expect(since()?.getAttribute('aria-invalid')).toBe('true'));
    type(view.getByRole('textbox', { name: 'Since' }), 'yesterday');
    box.click();
    await view.findByText('Removed from the form: Since');
    box.click();
    await waitFor(() => expect(since()).toHaveProperty('value', 'yesterday'));
    box.click();
    await waitFor(() => expect(since()).toBeNull());
    startChat();
    await waitFor(() => expect(gateway.requests).toHaveLength(1));
    expect(gateway.requests[0]?.fields).not.toHaveProperty('since');
  });

  // Cause: the room was that of the form, which may be higher than the window, or than what a keyboard leaves of it.
  it.each([
    { form: 600, window: 800, visible: 800, distance: 500, scrolls: true },
    { form: 600, window: 800, visible: 800, distance: 700, scrolls: false },
    { form: 1200, window: 800, visible: 800, distance: 900, scrolls: false },
    { form: 600, window: 800, visible: 350, distance: 500, scrolls: false },
  ])(
    'keeps the button in sight when an answer adds a field, but never instead of the answer: $form, $visible, $distance',
    async (heights) => {
      const fields: FormField[] = [
        { name: 'phone', type: 'tel', required: true },
        { name: 'pain', type: 'checkbox', required: false, label: 'I have pain' },
        { name: 'since', type: 'text', required: true, showIf: { field: 'pain', is: true } },
      ];
      const { view, layer } = await renderForm({ fields });
      vi.stubGlobal('innerHeight', heights.window);
      vi.stubGlobal('visualViewport', { height: heights.visible });
      onTestFinished(() => void vi.unstubAllGlobals());
      const submit = layer.querySelector<HTMLElement>('[type="submit"]');
      if (!submit) throw new Error('no button');
      const clientHeight = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(heights.form);
      onTestFinished(() => clientHeight.mockRestore());
      const box = view.getByRole('checkbox', { name: 'I have pain' });
      vi.spyOn(box, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 100, 20, 20));
      vi.spyOn(submit, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 60 + heights.distance, 20, 40));
      const scroll = vi.spyOn(submit, 'scrollIntoView');
      box.focus();
      box.click();
      await view.findByText('Added to the form: Since');
      expect(scroll).toHaveBeenCalledTimes(heights.scrolls ? 1 : 0);
    },
  );

  // Cause: the sentence was kept instead of the change, and the texts of the visitor's language may be loaded after it.
  it('says in the current language which fields an answer has added', async () => {
    const fields: FormField[] = [
      { name: 'phone', type: 'tel', required: true },
      { name: 'pain', type: 'checkbox', required: false, label: 'I have pain' },
      { name: 'since', type: 'text', required: true, showIf: { field: 'pain', is: true } },
    ];
    const { view, setOptions } = await renderForm({ fields });
    view.getByRole('checkbox', { name: 'I have pain' }).click();
    await view.findByText('Added to the form: Since');
    setOptions({ texts: { fieldsAdded: 'New: {fields}' } });
    await view.findByText('New: Since');
  });

  it('sends the lead once, however often the button is pressed, and then shows the chat', async () => {
    const { view, gateway, phone, startChat } = await renderForm();
    let accept = (_outcome: LeadOutcome) => {};
    const accepted = gateway.outcome;
    const submit = vi.spyOn(gateway, 'submit').mockReturnValue(
      new Promise((resolve) => {
        accept = resolve;
      }),
    );
    type(phone(), '(415) 555-2671');
    startChat();
    const button = await view.findByRole('button', { name: 'Sending…' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    button.click();
    await waitFor(() => expect(submit).toHaveBeenCalled());
    accept(accepted);
    expect(await view.findByRole('log')).toBeTruthy();
    expect(submit).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ page: { url: 'https://example.com/' }, website: '' }),
    );
  });

  // The time used to start when the form was rendered, even in a closed panel.
  it('reports the time from the opening of the panel until the form is sent', async () => {
    const { isOpen, clock, gateway, phone, startChat } = await renderForm({ isOpen: false });
    clock.advanceNow(60_000);
    isOpen.value = true;
    await waitFor(() => expect(phone()).toBeTruthy());
    type(phone(), '(415) 555-2671');
    clock.advanceNow(4_200);
    startChat();
    await waitFor(() => expect(gateway.requests[0]?.elapsedMs).toBe(4_200));
  });

  it('shows the problem of each field, and focuses the first one', async () => {
    const { view, phone, startChat, root, gateway } = await renderFormWithPhones();
    const email = view.getByRole('textbox', { name: /^Email/ });
    type(email, 'ada@');
    startChat();
    await waitFor(() => expect(root.activeElement).toBe(phone()));
    expect(phone().getAttribute('aria-invalid')).toBe('true');
    expect(descriptionOf(phone(), root)).toBe('Please enter your phone number.');
    expect(descriptionOf(email, root)).toContain("doesn't look like an email address");
    expect(gateway.requests).toEqual([]);
  });

  it('says how many digits are missing, with an example of the country', async () => {
    const { phone, startChat, root } = await renderFormWithPhones();
    type(phone(), '(415) 555-26');
    startChat();
    await waitFor(() => expect(descriptionOf(phone(), root)).toBe('Two digits are missing. Example: (201) 555-0123'));
  });

  it('can be skipped only when it is optional', async () => {
    const required = await renderForm();
    expect(required.view.queryByRole('button', { name: 'Skip' })).toBeNull();
    const optional = await renderForm({ leadForm: 'optional' });
    optional.view.getByRole('button', { name: 'Skip' }).click();
    expect(await optional.view.findByRole('log')).toBeTruthy();
  });

  it('asks for consent, with the links of its text', async () => {
    const consent = { text: 'I agree, see the [policy](https://example.com/p).', version: '1', required: true };
    const { view, phone, startChat, gateway } = await renderForm({ consent });
    expect(view.getByRole('link', { name: 'policy' }).getAttribute('href')).toBe('https://example.com/p');
    type(phone(), '(415) 555-2671');
    startChat();
    expect(await view.findByText('Please agree so that we can contact you.')).toBeTruthy();
    checkAsVisitor(view.getByRole('checkbox'));
    startChat();
    await waitFor(() => expect(gateway.requests[0]?.consent).toMatchObject({ granted: true, version: '1' }));
  });

  it('accepts consent and call requests only from the visitor, not from a script of the page', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const consent = { text: 'I agree.', version: '1', required: false };
    const { view, phone, leadForm, gateway } = await renderForm({ consent, call: { countries: ['US'] } });
    const box = view.getByRole('checkbox');
    box.click();
    expect(leadForm.consentGiven.value).toBe(false);
    expect(box).toHaveProperty('checked', false);
    type(phone(), '(415) 555-2671');
    view.getByRole('button', { name: 'Call me now' }).click();
    expect(gateway.requests).toEqual([]);
    expect(warn).toHaveBeenCalledTimes(2);
    checkAsVisitor(box);
    clickAsVisitor(view.getByRole('button', { name: 'Call me now' }));
    await waitFor(() => expect(gateway.requests[0]?.consent).toMatchObject({ granted: true }));
    warn.mockRestore();
  });

  it('formats a phone number for its country, and lets the visitor choose the country', async () => {
    const { leadForm, phone, country } = await renderFormWithPhones();
    type(phone(), '4155552671');
    expect(leadForm.values.value.phone).toBe('(415) 555-2671');
    type(phone(), '+442079460958');
    expect(leadForm.values.value.phone).toBe('+44 2079 460958');
    await waitFor(() => expect(country).toHaveProperty('value', 'GB'));
    fireFocus(country);
    await waitFor(() => expect(within(country).getAllByRole('option').length).toBeGreaterThan(1));
    type(country, 'DE');
    expect(leadForm.country.value).toBe('DE');
  });

  // Cause: with its plus, the rest of the number began with another calling code, whose country took the place of the chosen one.
  it('keeps the chosen country when its calling code is typed before the number', async () => {
    const { leadForm, phone, country } = await renderFormWithPhones();
    fireFocus(country);
    await waitFor(() => expect(within(country).getAllByRole('option').length).toBeGreaterThan(1));
    type(country, 'CA');
    for (const [typed, code] of [
      ['(506) 234-5678', 'CA'],
      ['+(506) 234-5678', 'CR'],
      ['+1(506) 234-5678', 'CA'],
    ]) {
      type(phone(), typed ?? '');
      await waitFor(() => expect(leadForm.country.value).toBe(code));
    }
  });

  it('shows the calling code once: beside the number or in it', async () => {
    const { leadForm, phone, country } = await renderFormWithPhones();
    leadForm.setCountry('US');
    const shown = () => country.parentElement?.querySelector('[aria-hidden]')?.textContent;
    await waitFor(() => expect(shown()).toBe('US +1'));
    type(phone(), '+4930123456');
    await waitFor(() => expect(shown()).toBe('DE'));
    expect(leadForm.values.value.phone).toBe('+49 3012 3456');
    // For screen readers the option keeps its full name.
    expect(country.textContent).toBe('DE +49');
    type(phone(), '030123456');
    await waitFor(() => expect(shown()).toBe('DE +49'));
    type(phone(), 'Mobil: +44 7400 123456');
    await waitFor(() => expect(shown()).toBe('GB'));
  });

  it('has the country of a number that the page sets', async () => {
    const { leadForm, country } = await renderFormWithPhones();
    leadForm.prefill({ phone: '+49 30 123456' });
    await waitFor(() => expect(leadForm.country.value).toBe('DE'));
    expect(country).toHaveProperty('value', 'DE');
  });

  it('changes the calling code of the number with the country', async () => {
    const { leadForm, phone, country } = await renderFormWithPhones();
    type(phone(), '+4930123456');
    fireFocus(country);
    await waitFor(() => expect(within(country).getAllByRole('option').length).toBeGreaterThan(1));
    type(country, 'AT');
    await waitFor(() => expect(phone()).toHaveProperty('value', '+43 301 23456'));
    expect(leadForm.country.value).toBe('AT');
  });

  it('lists all countries, sorted, as soon as the visitor uses the list, and keeps the chosen one', async () => {
    const { leadForm, country } = await renderFormWithPhones();
    leadForm.setCountry('DE');
    expect(within(country).getAllByRole('option')).toHaveLength(1);
    fireFocus(country);
    await waitFor(() => expect(within(country).getAllByRole('option').length).toBeGreaterThan(200));
    const names = within(country)
      .getAllByRole('option')
      .map((option) => option.textContent);
    expect(names).toContain('Germany +49');
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
    expect(country).toHaveProperty('value', 'DE');
  });

  it('says that the lead was refused as a whole', async () => {
    const { view, gateway, phone, startChat } = await renderForm();
    gateway.outcome = { status: 'refused', code: 'unknown-form', message: 'x', issues: [] };
    type(phone(), '(415) 555-2671');
    startChat();
    expect(await view.findByText("We couldn't send this. Please check your details.")).toBeTruthy();
  });

  // Cause: each problem was shown at its field only, and hidden fields are not rendered. "Start chat" then did nothing.
  describe('with a problem that no visible field can show', () => {
    const fields: FormField[] = [
      { name: 'phone', type: 'tel', required: true },
      { name: 'page', type: 'hidden', required: false },
    ];
    const text = "There's a problem with this page, so we couldn't send your details. Please reload it and try again.";

    it('shows a problem of a hidden field for the whole form, and tells the page which field it is', async () => {
      const { view, chat, phone, startChat, gateway } = await renderForm({ fields });
      const errors: { code: string; message: string }[] = [];
      chat.on('error', (error) => errors.push(error));
      chat.leadForm?.prefill({ page: 'a'.repeat(2001) });
      type(phone(), '(415) 555-2671');
      startChat();
      expect((await view.findByText(text)).closest('[role=alert]')).not.toBeNull();
      expect(gateway.requests).toEqual([]);
      expect(errors).toEqual([{ code: 'bad-field', message: expect.stringContaining('`page` is refused (too-long)') }]);
      chat.leadForm?.prefill({ page: 'a'.repeat(2000) });
      await waitFor(() => expect(view.queryByText(text)).toBeNull());
      startChat();
      expect(await view.findByRole('log')).toBeTruthy();
    });

    it.each([
      ['a hidden field', 'fields.page'],
      ['a field that the form no longer has', 'fields.company'],
      ['the page', 'page.url'],
    ])('shows it for the whole form when the proxy refuses %s', async (_, path) => {
      const { view, gateway, phone, startChat } = await renderForm({ fields });
      gateway.outcome = {
        status: 'refused',
        code: 'bad-request',
        message: 'x',
        issues: [{ path, message: 'is wrong' }],
      };
      type(phone(), '(415) 555-2671');
      startChat();
      expect(await view.findByText(text)).toBeTruthy();
      expect(view.queryByText('is wrong')).toBeNull();
    });

    it('moves the focus to the first problem that the visitor can see', async () => {
      const { chat, root, phone, startChat } = await renderForm({ fields: fields.toReversed() });
      chat.leadForm?.prefill({ page: 'a'.repeat(2001) });
      startChat();
      await waitFor(() => expect(root.activeElement).toBe(phone()));
    });
  });
});

describe('the captcha in the form', () => {
  const captcha: PublicCaptcha = { provider: 'turnstile', siteKey: 'site-key' };

  function stubTurnstile() {
    const render = vi.fn((_element: HTMLElement, _parameters: Record<string, (value?: string) => void>) => 1);
    const [reset, remove] = [vi.fn(), vi.fn()];
    vi.stubGlobal('turnstile', { render, reset, remove });
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    return { render, reset, remove };
  }

  it('is rendered outside the shadow root, where providers can find it, and is removed with the form', async () => {
    const { render, remove } = stubTurnstile();
    const { host, root, chat } = await renderForm({ captcha, leadForm: 'optional' });
    await waitFor(() => expect(render).toHaveBeenCalled());
    const container = render.mock.lastCall?.[0];
    expect(document.contains(container ?? null)).toBe(true);
    expect(container?.parentElement?.parentElement).toBe(host);
    expect(root.querySelector('slot')?.assignedElements()).toEqual([container?.parentElement]);
    chat.skipLead();
    await waitFor(() => expect(remove).toHaveBeenCalled());
    expect(host.childElementCount).toBe(0);
  });

  it('adds its token to the lead, and requests another one if the lead is refused', async () => {
    const { render, reset } = stubTurnstile();
    const { gateway, phone, startChat } = await renderForm({ captcha });
    await waitFor(() => expect(render).toHaveBeenCalled());
    render.mock.lastCall?.[1].callback?.('token');
    gateway.outcome = { status: 'refused', code: 'bad-request', message: 'x', issues: [] };
    type(phone(), '(415) 555-2671');
    startChat();
    await waitFor(() => expect(gateway.requests[0]?.captcha).toBe('token'));
    await waitFor(() => expect(reset).toHaveBeenCalledOnce());
  });

  it('delays a submission until its code is loaded', async () => {
    const { render } = stubTurnstile();
    const { gateway, phone, startChat } = await renderForm({ captcha });
    expect(render).not.toHaveBeenCalled();
    type(phone(), '(415) 555-2671');
    startChat();
    await waitFor(() => expect(render).toHaveBeenCalled());
    render.mock.lastCall?.[1].callback?.('token');
    await waitFor(() => expect(gateway.requests[0]?.captcha).toBe('token'));
  });

  it('is not loaded before the visitor sees the form', async () => {
    const { render } = stubTurnstile();
    const { isOpen, host } = await renderForm({ captcha, isOpen: false });
    expect(host.childElementCount).toBe(0);
    expect(render).not.toHaveBeenCalled();
    isOpen.value = true;
    await waitFor(() => expect(render).toHaveBeenCalled());
  });
});
