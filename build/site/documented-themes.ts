import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const name = 'virtual:documented-themes';
const file = join(import.meta.dirname, '../../docs/theming.md');

export type DocumentedTheme = { name: string; description: string; css: string };

/** The finished themes of docs/theming.md: heading, first paragraph and style sheet. */
export const documentedThemes: readonly DocumentedTheme[] = readThemes();

/** The module `virtual:documented-themes`, for the page /themes and its previews. */
export function documentedThemesModule(): Plugin {
  return {
    name: 'leadchat:documented-themes',
    resolveId: (source) => (source === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      this.addWatchFile(file);
      return `export default ${JSON.stringify(readThemes())};`;
    },
  };
}

function readThemes(): DocumentedTheme[] {
  const themes = readFileSync(file, 'utf8').matchAll(/^### (.+)\n\n(.+)\n[\s\S]*?```css\n([\s\S]*?)```/gm);
  return [...themes].map(([, title = '', description = '', css = '']) => ({ name: title, description, css }));
}
