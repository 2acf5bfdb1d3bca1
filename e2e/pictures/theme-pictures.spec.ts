import { writeFile } from 'node:fs/promises';
import { documentedThemes } from '../../build/site/documented-themes.ts';
import { test } from '../states/showcase.ts';
import { Stage } from '../states/stage.ts';

/** The pictures in docs/theming.md. */
for (const { name, css } of documentedThemes) {
  test(`the picture of the theme ${name}`, async ({ page, stack }) => {
    const stage = new Stage(page, stack);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await stage.chat();
    await page.addStyleTag({ content: css });
    await stage.askForOpening();
    const picture = (await stage.dialog.screenshot()).toString('base64');
    const webp = await page.evaluate(async (source) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.8);
    }, picture);
    await writeFile(`docs/pictures/theme-${name.toLowerCase()}.webp`, webp.split(',')[1] ?? '', 'base64');
  });
}
