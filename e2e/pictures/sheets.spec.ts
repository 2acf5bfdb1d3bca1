import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'playwright/test';
import { states } from '../states/states.ts';
import { composeSheet } from './contact-sheet.ts';
import { devices, pictureFile, themes } from './devices.ts';

/** Limits how much the pictures add to a clone of the repository. */
const maxBytes = 600_000;

for (const device of devices) {
  for (const theme of themes) {
    test(`a contact sheet shows all states, ${device.name}, ${theme}`, async ({ page }) => {
      const tiles = await Promise.all(
        states.map(async ({ name }, index) => ({ name, picture: await readFile(pictureFile(device, theme, index)) })),
      );
      const sheet = await composeSheet(page, { tiles, columns: 8, dark: theme === 'dark', ...device.tile });
      expect(sheet.byteLength).toBeLessThan(maxBytes);
      await mkdir('docs/pictures', { recursive: true });
      await writeFile(`docs/pictures/${device.name}-${theme}.webp`, sheet);
    });
  }
}
