import type { Page } from 'playwright/test';

export type Tile = { name: string; picture: Buffer };
export type Sheet = { tiles: readonly Tile[]; columns: number; width: number; height: number; dark: boolean };

/** Composes pictures side by side, each with its name below. The browser composes and compresses them. */
export async function composeSheet(page: Page, sheet: Sheet): Promise<Buffer> {
  await page.goto('about:blank');
  const tiles = sheet.tiles.map(({ name, picture }) => ({ name, picture: picture.toString('base64') }));
  const address = await page.evaluate(
    async ({ tiles, columns, width, height, dark }) => {
      const gap = 16;
      const label = 28;
      const rows = Math.ceil(tiles.length / columns);
      const canvas = document.createElement('canvas');
      canvas.width = columns * (width + gap) + gap;
      canvas.height = rows * (height + label + gap) + gap;
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.fillStyle = dark ? '#22252c' : '#e4e8f1';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.imageSmoothingQuality = 'high';
      context.font = '600 13px system-ui, sans-serif';
      for (const [index, { name, picture }] of tiles.entries()) {
        const image = new Image();
        image.src = `data:image/png;base64,${picture}`;
        await image.decode();
        const x = gap + (index % columns) * (width + gap);
        const y = gap + Math.floor(index / columns) * (height + label + gap);
        const scale = Math.min(width / image.width, height / image.height);
        context.drawImage(image, x, y + label, image.width * scale, image.height * scale);
        context.fillStyle = dark ? '#e8eaf0' : '#1d2333';
        context.fillText(`${index + 1}  ${name}`, x, y + label - 9, width);
      }
      return canvas.toDataURL('image/webp', 0.66);
    },
    { ...sheet, tiles },
  );
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}
