// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { CopyButton } from '../../src/admin/copy-button.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('copies what is to be pasted elsewhere, and says so', async () => {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  render(<CopyButton text="function doPost() {}" label="Copy the lines" />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy the lines' }));
  expect(await screen.findByText('Copied')).toBeDefined();
  expect(copied).toEqual(['function doPost() {}']);
});

it('says what to do where the browser does not allow it, as without https', async () => {
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(Object.create(null));
  render(<CopyButton text="a" label="Copy the lines" />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy the lines' }));
  expect(await screen.findByText(/Select the lines instead\./)).toBeDefined();
});
