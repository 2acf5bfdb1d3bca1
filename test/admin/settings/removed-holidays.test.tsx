// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { pageOf } from '../../../src/admin/settings/settings-pages.ts';
import { FormsPage } from '../../../src/settings/pages/forms-page.tsx';
import { openSettingsState } from './open-settings-state.ts';

afterEach(cleanup);

const agent = 'c1000000-0000-4000-8000-000000000001';
const [christmas, newYear] = ['2026-12-24', '2027-01-01'].map((day) => ({ from: day, to: day }));

async function openForms(forms: Record<string, object>) {
  const state = await openSettingsState({ forms });
  const page = pageOf(['settings', 'forms']);
  if (page === undefined) throw new Error('there is no page');
  render(<FormsPage settings={state} page={page} options={new Map()} groups={[]} names={[]} goTo={() => undefined} />);
  return state;
}

const days = () => within(screen.getByRole('group', { name: 'Days without calls' }));
const click = (name: string) => fireEvent.click(days().getByRole('button', { name }));
const undo = () => days().queryByRole('button', { name: 'Undo' });

describe('days without calls that are removed', () => {
  it('come back at their place, until the list changes', async () => {
    const state = await openForms({ default: { callback: { agent, closed: [christmas, newYear] } } });
    click('Remove days without calls 1');
    expect(state.draft.value.forms.default?.callback).toEqual({ agent, closed: [newYear] });
    await waitFor(() => click('Undo'));
    // As it was: nothing differs from the file.
    expect(state.isChanged.value).toBe(false);
    await waitFor(() => expect(undo()).toBeNull());
    click('Remove days without calls 2');
    await waitFor(() => expect(undo()).not.toBeNull());
    click('Add days');
    await waitFor(() => expect(undo()).toBeNull());
  });

  it('are said to be removed, and to be back, to those who do not see it', async () => {
    await openForms({ default: { callback: { agent, closed: [christmas, newYear] } } });
    const status = days().getByRole('status');
    expect(status.textContent).toBe('');
    click('Remove days without calls 2');
    await waitFor(() => expect(status.textContent).toBe('Removed: days without calls 2.'));
    click('Undo');
    await waitFor(() => expect(status.textContent).toBe('It is back.'));
  });

  // Cause: both forms had the same component, and its way back wrote the days of one into the other.
  it.each([
    ['the days that stayed', [newYear]],
    ['the days that were removed', [christmas]],
    ['no days', undefined],
  ])('cannot come back in another form with %s', async (_, closed) => {
    const state = await openForms({
      default: { callback: { agent, closed: [christmas, newYear] } },
      sales: { callback: { agent, closed } },
    });
    click('Remove days without calls 1');
    await waitFor(() => expect(undo()).not.toBeNull());
    state.chooseForm('sales');
    await screen.findByRole('form', { name: 'Form sales' });
    expect(undo()).toBeNull();
    expect(state.draft.value.forms).not.toHaveProperty('sales');
  });
});
