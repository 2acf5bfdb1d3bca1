/**
 * Colours in OKLCH, all with the accent's hue; `light-dark()` follows the layer's colour scheme. Browsers without relative
 * colours get the light palette with the accent as it is.
 */
export const tokens = `
.layer {
  --bg: light-dark(#fff, oklch(from var(--lc-color) .19 min(c, .014) h));
  --bubble: light-dark(oklch(from var(--lc-color) .96 min(c, .006) h), oklch(from var(--lc-color) .265 min(c, .018) h));
  --raised: light-dark(#fff, var(--bubble));
  --line: light-dark(oklch(from var(--lc-color) .91 min(c, .01) h), oklch(from var(--lc-color) .31 min(c, .02) h));
  --field: light-dark(oklch(from var(--lc-color) .65 min(c, .02) h), oklch(from var(--lc-color) .52 min(c, .02) h));
  --text: light-dark(oklch(from var(--lc-color) .24 min(c, .02) h), oklch(from var(--lc-color) .94 min(c, .008) h));
  --muted: light-dark(oklch(from var(--lc-color) .5 min(c, .02) h), oklch(from var(--lc-color) .7 min(c, .016) h));
  --tint: light-dark(oklch(from var(--lc-color) .95 min(c, .03) h), oklch(from var(--lc-color) .28 min(c, .06) h));
  --error: light-dark(oklch(.52 .2 25), oklch(.74 .15 25));
  --ring: var(--lc-accent);
  --good: #04ab62;
  --warn: #e8a127;
  --shadow: 0 0 0 1px light-dark(#0000000a, #ffffff14), 0 4px 12px light-dark(#0000000f, #0006), 0 24px 64px -8px light-dark(#00000038, #000b);
  --ease: cubic-bezier(.2, .8, .2, 1);
}
@supports not (color: light-dark(oklch(from red l c h), red)) {
  .layer {
    --bg: #fff; --raised: #fff; --bubble: #f0f1f5; --line: #dfe2ea; --field: #8b90a0; --text: #1b2030; --muted: #5b6070;
    --tint: #e9eefb; --error: #c41d2c; --shadow: 0 8px 40px #0004;
  }
}
`;
