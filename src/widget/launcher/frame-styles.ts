/**
 * The bubble, and the two colours that everything else comes from. All lengths are pixels: a host page's
 * `html { font-size: 10px }` changes nothing, and what is `!important` here no page can overrule. The accent's lightness
 * is clamped so that text on it has 4.5:1 in every hue: test/widget/launcher/contrast.test.ts. The build joins the lines.
 */
export const frameStyles =
  ':host{all:initial!important}' +
  ':host([hidden]),[hidden]{display:none!important}' +
  '.layer{--lc-accent:light-dark(oklch(from var(--lc-color) min(l,.51) min(c,.2) h),oklch(from var(--lc-color) max(l,.7) c h));' +
  '--lc-on-accent:light-dark(#fff,#111);' +
  'all:unset;display:block;position:fixed;bottom:max(var(--lc-y),env(safe-area-inset-bottom));z-index:999999999}' +
  '@supports not (color:light-dark(oklch(from red l c h),red)){.layer{--lc-accent:var(--lc-color);--lc-on-accent:#fff}}' +
  '.launcher{all:unset;outline:revert;forced-color-adjust:none;display:block;padding:18px;border-radius:50%;cursor:pointer;color:var(--lc-on-accent);background:var(--lc-accent);box-shadow:0 6px 20px #0003}' +
  '.launcher:before{content:"";display:block;padding:12px;scale:1 .85;background:currentColor;border-radius:50% 50% 50% 3px}' +
  '@media print{:host{display:none!important}}';
