import { expect, it } from 'vitest';
import { createPreviewState } from '../../../src/settings/preview-state.ts';

it('follows what is edited until another page of settings is opened, and keeps what was chosen in it', () => {
  const preview = createPreviewState();
  preview.choose({ locale: 'fr' });
  preview.follow({ locale: 'de', variant: 'words: short' });
  expect(preview.subject.value).toMatchObject({ locale: 'de', variant: 'words: short', view: 'chat' });
  preview.stopFollowing();
  expect(preview.subject.value).toMatchObject({ locale: 'fr', variant: '', view: 'chat' });
});

it('shows what is chosen in it, also while something else is edited', () => {
  const preview = createPreviewState();
  preview.follow({ view: 'greeting', greeting: 1, locale: 'de' });
  preview.choose({ view: 'button' });
  expect(preview.subject.value).toMatchObject({ view: 'button', greeting: 1, locale: 'de' });
});
