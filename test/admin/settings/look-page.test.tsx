// @vitest-environment happy-dom

import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { fakeSettingsClient } from '../fake-settings-client.ts';
import { control, openSettings } from '../open-settings.tsx';

afterEach(cleanup);

it('makes the symbol on the button of a chosen file, and says its size', async () => {
  const { settings } = await openSettings(fakeSettingsClient(), 'look');
  await screen.findByRole('form', { name: 'Look' });
  const [, file] = control('Symbol on the button').parentElement?.querySelectorAll('input') ?? [];
  if (file === undefined) throw new Error('there is no file input');
  fireEvent.change(file, { target: { files: [new File(['<svg/>'], 'icon.svg', { type: 'image/svg+xml' })] } });
  await expect.poll(() => settings.draft.value.widget.launcherIcon).toMatch(/^data:image\/svg\+xml;base64,/);
  await screen.findByText(/^This picture is \d+ bytes of what every page loads/);
});
