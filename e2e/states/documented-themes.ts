import { readFileSync } from 'node:fs';

/** The finished themes of docs/theming.md: the style sheet after each heading. */
export const documentedThemes: readonly { name: string; css: string }[] = [
  ...readFileSync('docs/theming.md', 'utf8').matchAll(/^### (.+)$[\s\S]*?```css\n([\s\S]*?)```/gm),
].map(([, name = '', css = '']) => ({ name, css }));
