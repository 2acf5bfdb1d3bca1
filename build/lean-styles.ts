import type { Plugin } from 'vite';

/** Takes the blanks out of the style sheets in the browser's code, which are written to be read. */
export function leanStyles(): Plugin {
  return {
    name: 'lean-styles',
    transform: {
      filter: { id: /\/src\/ui\/.*(?:styles|tokens|menu|phone-tools)\.tsx?$/ },
      handler: (code) => code.replaceAll(/(?<=(?:Styles|tokens) = `)[^`]*/g, squeeze),
    },
  };
}

/**
 * A blank before a colon, a dot or a parenthesis may join selectors, so those stay; a plus may be a sum's, which needs its
 * blanks, so it is squeezed before a name alone.
 */
export function squeeze(styles: string): string {
  return styles
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s?([{};])\s?/g, '$1')
    .replaceAll(/([:,>~]) /g, '$1')
    .replaceAll(/ ([>~,!])/g, '$1')
    .replaceAll(/ \+ (?=\.?[a-z])(?![\w-]+\()/g, '+')
    .replaceAll(/::(?=before|after)/g, ':')
    .replaceAll('@media (', '@media(')
    .replaceAll(';}', '}')
    .trim();
}
