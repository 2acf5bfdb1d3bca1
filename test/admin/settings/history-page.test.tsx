// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeSettingsClient } from '../fake-settings-client.ts';
import { openSettings } from '../open-settings.tsx';

afterEach(cleanup);

async function opened(path = 'history') {
  const client = fakeSettingsClient({ greeting: 'Hello' });
  client.saveElsewhere({ greeting: { en: 'Hello', de: 'Hallo' } });
  client.saveElsewhere({ greeting: { en: 'Hello', de: 'Moin' }, color: 'red' });
  const state = await openSettings(client, path);
  await screen.findByText(/^(The configuration file alone|All versions)$/);
  return state;
}

describe('the page "History"', () => {
  it('tells who changed what', async () => {
    await opened();
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items[0]).toContain('Grace made 2 changes');
    expect(items).toContain('changed the greeting in German');
    expect(items.some((text) => text?.startsWith('Grace wrote the greeting in German'))).toBe(true);
    expect(screen.queryByRole('button', { name: 'Restore version 2' })).toBeNull();
  });

  it('compares a version with the one that applies, and with any other one', async () => {
    const { navigation } = await opened('history/1');
    const change = screen.getByRole('heading', { name: 'Changed the greeting in German' }).closest('li');
    expect(change?.textContent).toContain('Version 1Hallo');
    expect(change?.textContent).toContain('Version 2Moin');
    fireEvent.change(screen.getByLabelText('Compare'), { target: { value: '0' } });
    await screen.findByRole('heading', { name: 'Wrote the greeting in German' });
    expect(navigation.path.value).toEqual(['settings', 'history', '0', '2']);
    fireEvent.change(screen.getByLabelText('with'), { target: { value: '0' } });
    await screen.findByText('They do the same on your site.');
  });

  it('says that a version is gone', async () => {
    await opened('history/9');
    expect(screen.getByText('There is no such version any more.')).toBeTruthy();
  });

  it('restores a version, and asks before changes that are not saved are lost', async () => {
    const { settings } = await opened();
    settings.set({}, 'title', 'Mine');
    const restore = () => fireEvent.click(screen.getByRole('button', { name: 'Restore version 1' }));
    restore();
    const dialog = await screen.findByRole('dialog', { name: 'Drop your changes?', hidden: true });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel', hidden: true }));
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
    expect(settings.draft.value.widget.title).toBe('Mine');
    restore();
    fireEvent.click(await screen.findByRole('button', { name: 'Drop them and restore', hidden: true }));
    await screen.findByText(/version 3/);
    expect(settings.draft.value.widget).toEqual({ greeting: { en: 'Hello', de: 'Hallo' } });
  });
});
