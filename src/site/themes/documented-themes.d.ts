/** Created by build/site/documented-themes.ts from docs/theming.md. */
declare module 'virtual:documented-themes' {
  const themes: readonly { name: string; description: string; css: string }[];
  export default themes;
}
