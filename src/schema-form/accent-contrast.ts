import { converter, formatHex, parse, wcagContrast } from 'culori';

const toOklch = converter('oklch');
const toXyz = converter('xyz65');

/** How readable text on the accent color is, in one color scheme. */
export type AccentContrast = {
  /** The accent that visitors see, as `#rrggbb`. */
  accent: string;
  /** Text on it. */
  text: 'white' | 'dark';
  ratio: number;
  /** The chosen color would not be readable, so visitors see another shade. */
  isAdjusted: boolean;
};

/** As src/widget/launcher/launcher.css computes it. Undefined for what is no color here, such as `var(--brand)`. */
export function accentContrast(color: string, scheme: 'light' | 'dark'): AccentContrast | undefined {
  const chosen = parse(color);
  if (chosen === undefined) return undefined;
  const { l, ...hue } = toOklch(chosen);
  const lit = scheme === 'dark' ? { ...hue, l: Math.max(l, 0.5) } : chosen;
  const { x, y, z } = toXyz(lit);
  const dim = y >= 0.28 ? 1 : Math.min(1, 0.183 / y);
  const shown = { mode: 'xyz65', x: x * dim, y: y * dim, z: z * dim } as const;
  const accent = formatHex(shown);
  const isLight = toOklch(shown).l > 0.625;
  const text = isLight ? ({ mode: 'oklch', l: 0.17, c: 0, h: 0 } as const) : 'white';
  return {
    accent,
    text: isLight ? 'dark' : 'white',
    ratio: wcagContrast(shown, text),
    isAdjusted: accent !== formatHex(chosen),
  };
}
