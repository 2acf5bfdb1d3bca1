/**
 * The panel itself: place, header, banners, buttons. Opening makes it visible at once, however long it takes to appear:
 * what is still on its way to being visible cannot take the focus.
 */
export const frameStyles = `
:where(.layer *) { box-sizing: border-box; }
:where(.layer :is(h2, h3, p, button, fieldset, input, select, textarea)) { min-width: 0; margin: 0; padding: 0; border: 0; border-radius: 0; background: none; font: inherit; color: inherit; letter-spacing: inherit; text-align: inherit; }
.layer { font: 15px/1.45 system-ui, sans-serif; }
.launcher { position: relative; transition: scale .2s var(--ease); box-shadow: 0 2px 4px #0002, 0 8px 24px -6px var(--lc-accent); }
.launcher:focus-visible { outline: 3px solid var(--lc-accent); outline-offset: 3px; }
.launcher:hover { scale: 1.05; }
.launcher:active { scale: .96; }
.launcher::before, .launcher::after { transition: opacity .2s, rotate .2s var(--ease); }
.launcher::after { content: ""; position: absolute; inset: 21px auto auto 24px; width: 9px; height: 9px; border: solid; border-width: 0 3px 3px 0; border-radius: 1px; opacity: 0; rotate: -45deg; }
.launcher[aria-expanded=true]::before { opacity: 0; rotate: 45deg; }
.launcher[aria-expanded=true]::after { opacity: 1; rotate: 45deg; }
.panel {
  position: absolute; right: 0; bottom: 72px; width: 384px; max-width: calc(100vw - var(--lc-x) - 12px);
  height: 640px; max-height: calc(100dvh - var(--lc-y) - 84px);
  display: flex; flex-direction: column; overflow: hidden; border-radius: 20px; outline: 0;
  color: var(--text); background: var(--bg); box-shadow: var(--shadow); overflow-wrap: anywhere;
  transform-origin: 100% 100%; transition: opacity .2s var(--ease), transform .2s var(--ease), visibility 0s;
}
.left .panel { right: auto; left: 0; transform-origin: 0 100%; }
.launcher[hidden] ~ .panel { bottom: 0; }
.panel:not(.open) { visibility: hidden; opacity: 0; transform: translateY(8px) scale(.98); transition-delay: 0s, 0s, .2s; }
.panel.inline { position: static; width: 100%; max-width: none; height: 100%; max-height: none; min-height: 420px; box-shadow: 0 0 0 1px var(--line); }
:where(.layer *):focus-visible { outline: 2px solid var(--lc-accent); outline-offset: 2px; }
.layer button:enabled { cursor: pointer; }
.panel button:enabled:active { filter: brightness(.94); }
::placeholder { color: var(--muted); opacity: 1; }
.log, .form { flex: 1; overflow: hidden auto; overscroll-behavior: contain; scroll-padding: 16px; scrollbar-width: thin; scrollbar-color: var(--field) transparent; }
.panel :is(.greeting, h3) { font-size: 21px; line-height: 1.25; font-weight: 620; letter-spacing: -.02em; text-wrap: balance; }
.icon { width: 20px; height: 20px; flex: none; fill: none; stroke: currentColor; stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.head { display: flex; align-items: center; gap: 12px; padding: 16px 20px; padding-inline-end: 12px; border-bottom: 1px solid var(--line); z-index: 1; }
.who { flex: 1; min-width: 0; }
.who h2 { font-size: 16px; line-height: 1.3; font-weight: 620; letter-spacing: -.01em; }
.who p { font-size: 13px; color: var(--muted); }
.presence { position: relative; }
.good::after, .bad::after { content: ""; position: absolute; inset: auto -1px -1px auto; width: 10px; height: 10px; border-radius: 50%; border: 2px solid var(--bg); background: var(--good); }
.bad::after { background: var(--warn); }
.avatar { position: relative; display: grid; place-items: center; width: 40px; height: 40px; border-radius: 50%; overflow: hidden; font-size: 14px; font-weight: 640; color: var(--lc-on-accent); background: linear-gradient(145deg, color-mix(in oklch, var(--lc-accent), light-dark(#000, #fff) 12%), var(--lc-accent)); user-select: none; }
.avatar img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; }
.avatar.small { width: 28px; height: 28px; font-size: 10.5px; }
.plain { display: grid; place-items: center; width: 36px; height: 36px; border-radius: 10px; color: var(--muted); }
.plain + .plain { margin-inline-start: -8px; }
.plain:is(:hover, [aria-expanded=true]) { background: var(--bubble); }
.banner { display: flex; gap: 10px; align-items: center; padding: 10px 20px; font-size: 13px; background: var(--tint); }
.banner span { flex: 1; }
.banner .icon { width: 16px; height: 16px; }
.banner .again { min-height: 24px; font-weight: 600; }
.again, .meta button { text-decoration: underline; text-underline-offset: 2px; }
.banner .plain { width: 24px; height: 24px; margin-inline-end: -8px; }
.main { width: 100%; min-height: 44px; padding: 10px 20px; border: 1px solid transparent; border-radius: 13px; font-weight: 620; color: var(--lc-on-accent); background: var(--lc-accent); transition: filter .15s, transform .15s; }
.main:hover { filter: brightness(1.06); }
.main:active { transform: scale(.985); }
.end { display: grid; gap: 16px; justify-items: center; margin: auto 0; padding: 20px; text-align: center; color: var(--muted); }
.end > .icon { width: 48px; height: 48px; padding: 14px; border-radius: 50%; background: var(--bubble); }
.conversation + .end { border-top: 1px solid var(--line); }
.conversation + .end > .icon { display: none; }
.loading { display: grid; gap: 12px; padding: 24px 20px; }
.loading i { height: 40px; border-radius: 14px; background: var(--bubble); animation: breathe 1.2s infinite alternate; }
.loading i + i { width: 70%; }
.loading i + i + i { width: 45%; }
@keyframes breathe { to { opacity: .4; } }
@media (max-width: 480px), (max-height: 420px) {
  .panel:not(.inline) { position: fixed; inset: 0; width: auto; max-width: none; height: 100dvh; max-height: none; border-radius: 0; box-shadow: none; }
  .panel:not(.inline) .head { padding-top: max(12px, env(safe-area-inset-top)); padding-bottom: 12px; }
  .launcher[aria-expanded=true] { display: none !important; }
}
@media (prefers-reduced-motion) {
  .layer * { transform: none !important; scale: none !important; animation: none !important; transition: opacity .15s !important; }
  .panel:not(.open) { transition: opacity .15s, visibility 0s .15s !important; }
}
@media (forced-colors: active) {
  .panel, .teaser, .jump, .avatar, .bubble, .plain, .send { border: 1px solid; }
}
`;
