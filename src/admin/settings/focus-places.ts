/** Who has pressed "Save and apply" while somebody else saved goes there: on a phone, it is far from what they wrote. */
export const newerNoteId = 'newer-settings';

/** Who has answered that note goes there: it says what is saved now, and "Save and apply" is beside it. */
export const settingsStateId = 'settings-state';

export function focusPlace(id: string): void {
  document.getElementById(id)?.focus();
}
