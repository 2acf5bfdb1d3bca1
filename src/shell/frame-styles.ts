/**
 * The bubble, and the colours of everything. All lengths are pixels: a host page's `html { font-size: 10px }` changes nothing.
 * The accent's lightness is clamped so that text on it has 4.5:1 in whatever hue: see test/shell/contrast.test.ts.
 */
export const frameStyles = `
:host{all:initial!important;position:static!important}
:host([hidden]),[hidden]{display:none!important}
.layer{--lc-accent:light-dark(oklch(from var(--lc-color) min(l,.55) c h),oklch(from var(--lc-color) clamp(.7,l,.8) c h));
--lc-on-accent:light-dark(#fff,oklch(from var(--lc-color) .19 min(c,.03) h));
all:unset;display:block;position:fixed;inset:auto;bottom:max(var(--lc-y),env(safe-area-inset-bottom));z-index:2147483647;overflow:visible;font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
@supports not (color:light-dark(oklch(from red l c h),red)){.layer{--lc-accent:var(--lc-color);--lc-on-accent:#fff}}
.launcher{all:unset;box-sizing:border-box;position:relative;display:grid;place-items:center;width:60px;height:60px;border:1px solid transparent;border-radius:50%;cursor:pointer;
color:var(--lc-on-accent);background:var(--lc-accent);box-shadow:0 2px 4px #0002,0 8px 24px -6px var(--lc-accent);transition:transform .2s}
.launcher:hover{transform:scale(1.05)}
.launcher:active{transform:scale(.95)}
.launcher:focus-visible{outline:3px solid var(--lc-accent);outline-offset:3px}
.launcher svg{grid-area:1/1;width:28px;height:28px;fill:none;stroke:currentColor;stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round;transition:.2s}
.launcher svg:first-child{fill:currentColor}
[aria-expanded=true] svg:first-child,[aria-expanded=false] svg:last-of-type{opacity:0;transform:rotate(45deg) scale(.6)}
[aria-busy=true]{animation:b 1s infinite alternate}
@keyframes b{to{opacity:.6}}
@media (prefers-reduced-motion){.launcher,.launcher svg{transition:none;transform:none!important;animation:none}}
@media print{:host{display:none!important}}
`;
