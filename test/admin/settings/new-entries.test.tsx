// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import type { FunctionComponent } from 'preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageOf } from '../../../src/admin/settings/settings-pages.ts';
import { groupedOptions } from '../../../src/schema-form/index.ts';
import type { PageProps } from '../../../src/settings/index.ts';
import { AppearsPage } from '../../../src/settings/pages/appears-page.tsx';
import { RoutesPage } from '../../../src/settings/pages/routes-page.tsx';
import { SettingControl } from '../../../src/settings/setting-control.tsx';
import { ids } from '../../proxy/support/harness.ts';
import { openSettingsState } from './open-settings-state.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const fields = [
  { name: 'phone', type: 'tel', required: true },
  { name: 'company', type: 'text', label: 'Company' },
  { name: 'insured', type: 'checkbox', label: 'Insured' },
];
const routes = [{ when: { company: 'Acme' }, tags: ['acme'] }];
const form: object = { fields, journey: { id: ids.journey }, routes };
const config = {
  forms: { default: form },
  widget: { triggers: [{ type: 'delay' as const, seconds: 20 }], pages: [{ url: '^/docs', hidden: true }] },
};

async function openPage(Page: FunctionComponent<PageProps>, name: string) {
  const state = await openSettingsState(config);
  const page = pageOf(['settings', name]);
  if (page === undefined) throw new Error(`there is no page ${name}`);
  const options = new Map(groupedOptions().flatMap((group) => group.options.map((option) => [option.name, option])));
  render(
    <main>
      <p>Blank</p>
      <Page settings={state} page={page} options={options} groups={[]} names={[]} goTo={() => undefined} />
    </main>,
  );
  return state;
}

/** What a browser does when a pointer presses and releases: a control gets the focus at once, and its click comes later. */
function click(target: HTMLElement, takesFocus = target.matches('button, input, select, textarea')): void {
  const { documentElement, activeElement } = document;
  // happy-dom never matches `:active`.
  const pressed = vi.spyOn(documentElement, 'matches').mockImplementation((selector) => selector === ':active');
  if (takesFocus) target.focus();
  else if (activeElement instanceof HTMLElement) activeElement.blur();
  pressed.mockRestore();
  fireEvent.click(target);
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const marked = () =>
  [...document.querySelectorAll('.problem, .advice, [aria-invalid="true"]')].map(({ outerHTML }) => outerHTML);
/** A task behind those that an event has begun, and what they change in the page. */
const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

async function addedRoute() {
  const state = await openPage(RoutesPage, 'routes');
  click(button('Add a route'));
  const question = await screen.findByRole('combobox', { name: /^If/ });
  await waitFor(() => expect(document.activeElement === question).toBe(true));
  await waitFor(() => expect(state.issues.value.length).toBeGreaterThan(0));
  const { newEntry, issues } = state;
  return { newEntry, issues, question, count: () => newEntry.problems.value.length };
}

describe('an entry that is added with a pointer', () => {
  // Cause: the entry that was left ended at the click, after the new one had begun with it.
  it.each([
    ['a route', RoutesPage, 'routes', /^Route 1/],
    ['a greeting', AppearsPage, 'appears', 'Change greeting 1'],
    ['a page rule', AppearsPage, 'appears', 'Change page rule 1'],
  ] as const)('is new from within another one: %s', async (noun, Page, name, open) => {
    const state = await openPage(Page, name);
    click(button(open));
    const within = '[id$=-settings] textarea, [id$=-settings] select, .sentence-editor select';
    await waitFor(() => expect(document.querySelectorAll(within).length).toBeGreaterThan(0));
    document.querySelector<HTMLElement>(within)?.focus();
    click(button(`Add ${noun}`));
    await settle();
    expect(state.newEntry.entry.value).toBeDefined();
    expect(marked()).toEqual([]);
  });

  it('is new from within another new one, which is left', async () => {
    const { newEntry, issues, count } = await addedRoute();
    const first = newEntry.entry.value;
    click(button('Add a route'));
    await settle();
    expect(newEntry.entry.value === first).toBe(false);
    expect(count()).toBeGreaterThan(0);
    await waitFor(() => expect(issues.value.length).toBeGreaterThan(count()));
  });
});

describe('a new entry', () => {
  // Until then, no setting of any page said what is wrong with it.
  it('is left by a click on nothing', async () => {
    const { issues, count } = await addedRoute();
    click(screen.getByText('Blank'));
    await waitFor(() => expect(count()).toBe(issues.value.length));
    await screen.findByText('Choose a journey, tags or an agent.');
  });

  it('is left by a click in "All options", too', async () => {
    const wholeWidget = {};
    const { issues, newEntry } = await openPage(({ settings, options }) => {
      const option = options.get('hours');
      return option === undefined ? null : <SettingControl settings={settings} option={option} part={wholeWidget} />;
    }, 'all');
    const add = button('Add to open');
    click(add);
    await waitFor(() => expect(issues.value.length).toBeGreaterThan(0));
    expect(newEntry.problems.value).toEqual([]);
    add.focus();
    click(screen.getByText('Blank'));
    expect(newEntry.problems.value).toEqual(issues.value);
  });

  it.each([
    ['its own words', () => screen.getByText('then')],
    ['the label of its control', () => screen.getByText(/^Tags, besides/)],
  ])('is not left by a click on %s, and by the next one elsewhere', async (_, target) => {
    const { count } = await addedRoute();
    click(target());
    await settle();
    expect(count()).toBe(0);
    click(screen.getByText('Blank'));
    await waitFor(() => expect(count()).toBeGreaterThan(0));
  });

  // Cause: it began anew, and what was wrong with it already was a problem from before.
  it('stays one when something is added to it', async () => {
    const { count } = await addedRoute();
    fireEvent.click(button('and another answer of the same lead'));
    await waitFor(() => expect(document.querySelectorAll('[data-condition]')).toHaveLength(2));
    expect(count()).toBe(0);
  });

  // Cause: the problems from before it were kept as they were, and showed until it was left.
  it('keeps no problem from before it that is corrected meanwhile, and says how one is wrong now', async () => {
    const state = await openPage(RoutesPage, 'routes');
    const { issues, newEntry } = state;
    state.set({}, 'title', 'x'.repeat(81));
    state.set({}, 'color', 'red;');
    await waitFor(() => expect(issues.value).toHaveLength(2));
    click(button('Add a route'));
    await screen.findByRole('combobox', { name: /^If/ });
    state.set({}, 'title', 'Ask Mia');
    state.set({}, 'color', 7);
    const paths = () => issues.value.map(({ path }) => path);
    await waitFor(() => expect(paths()).not.toContain('widget.title'));
    expect(paths().some((path) => path.startsWith('forms.default.routes.1'))).toBe(true);
    expect(newEntry.problems.value).toEqual(issues.value.filter(({ path }) => path === 'widget.color'));
  });

  it('is not left where a button that is clicked gets no focus', async () => {
    const { count } = await addedRoute();
    // As in Safari.
    click(button('and another answer of the same lead'), false);
    await settle();
    expect(count()).toBe(0);
    click(button('Add a route'), false);
    await settle();
    expect(count()).toBeGreaterThan(0);
  });

  it('is not left while the window is, or while the focus of what is removed is handed on', async () => {
    const { question, count } = await addedRoute();
    fireEvent.focusOut(question, { relatedTarget: null });
    await settle();
    expect(count()).toBe(0);
    question.blur();
    question.focus();
    await settle();
    expect(count()).toBe(0);
    question.blur();
    await waitFor(() => expect(count()).toBeGreaterThan(0));
  });
});
