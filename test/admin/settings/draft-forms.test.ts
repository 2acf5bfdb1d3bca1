import { describe, expect, it } from 'vitest';
import { openSettingsState } from './open-settings-state.ts';

const phone = { name: 'phone', type: 'tel', required: true };
const plan = { name: 'plan', type: 'text', label: 'Plan', required: false };
const saved = { widget: {}, forms: { sales: { fields: [phone, plan] }, jobs: { fields: [phone], tags: ['jobs'] } } };

describe('a form that is removed', () => {
  const open = () => openSettingsState({ forms: { default: {}, sales: { tags: ['sales'] } } }, saved);

  it.each(['sales', 'jobs'])('comes back as it was saved, whether or not the file has it: %s', async (form) => {
    const state = await open();
    state.removeForm(form);
    expect([state.forms.value.includes(form), state.removedForms.value]).toEqual([false, [form]]);
    state.addForm(form);
    expect(state.draft.value).toEqual(saved);
    expect([state.isChanged.value, state.removedForms.value]).toEqual([false, []]);
  });

  it('is new if nobody has saved it', async () => {
    const state = await open();
    state.addForm('new');
    state.removeForm('new');
    expect([state.removedForms.value, state.isChanged.value]).toEqual([[], false]);
    state.addForm('new');
    expect(Object.keys(state.draft.value.forms.new ?? {})).toEqual(['fields']);
  });
});
