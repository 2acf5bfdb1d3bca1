/** The lead form. */
export const formStyles = `
.form { flex: 1; min-height: 0; overflow: hidden auto; overscroll-behavior: contain; display: grid; grid-template-columns: 1fr 1fr; align-content: start; gap: 14px 12px; padding: 22px 20px max(16px, env(safe-area-inset-bottom)); scrollbar-width: thin; scrollbar-color: var(--line) transparent; }
.form > * { grid-column: 1 / -1; min-width: 0; }
.form > .half { grid-column: auto; }
.form h3 { font-size: 21px; line-height: 1.25; font-weight: 620; letter-spacing: -.02em; text-wrap: balance; }
.form .intro { margin: -10px 0 4px; color: var(--muted); }
.field label { display: block; margin-bottom: 6px; font-size: 13px; font-weight: 600; }
.field small { font-size: 13px; font-weight: 400; color: var(--muted); }
.field :is(input, select, textarea):not([type=checkbox]), .tel-box { width: 100%; min-height: 44px; padding: 10px 14px; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); font-size: 16px; line-height: 22px; transition: border-color .15s, box-shadow .15s; }
.field textarea { resize: vertical; }
.field ::placeholder { color: var(--muted); opacity: 1; }
.field :is(input, select, textarea):not([type=checkbox], .country *):focus, .tel-box:focus-within { outline: 2px solid transparent !important; border-color: var(--lc-accent); box-shadow: 0 0 0 3px color-mix(in oklch, var(--lc-accent) 22%, transparent); }
.field [aria-invalid=true], .tel-box:has([aria-invalid=true]) { border-color: var(--error) !important; }
.field .tel-box { display: flex; align-items: stretch; padding: 0; overflow: hidden; }
.field .tel-box > input { min-width: 0; min-height: 42px; border: 0; border-radius: 0; background: none; box-shadow: none !important; }
.tel-box { direction: ltr; }
.country { position: relative; display: grid; place-items: center; flex: none; padding: 0 12px 0 14px; color: var(--muted); }
.country::after { content: ""; position: absolute; inset: 12px 0 12px auto; border-right: 1px solid var(--line); }
.field .country select { position: absolute; inset: 0; min-height: 0; padding: 0; opacity: 0; cursor: pointer; }
.country:focus-within { background: var(--tint); }
.field.checkbox { display: grid; grid-template-columns: auto 1fr; column-gap: 12px; align-items: start; }
.field.checkbox label { margin: 0; font-weight: 400; color: var(--muted); }
.field.checkbox .problem { grid-column: 1 / -1; }
.field [type=checkbox] { appearance: none; width: 22px; height: 22px; margin: -1px 0 0; border: 1px solid var(--field); border-radius: 7px; background: var(--surface); cursor: pointer; }
.field [type=checkbox]:checked { border-color: var(--lc-accent); background: var(--lc-accent); }
.field [type=checkbox]:checked::before { content: ""; display: block; width: 6px; height: 11px; margin: 2px auto 0; border: solid var(--lc-on-accent); border-width: 0 2.2px 2.2px 0; rotate: 45deg; }
.problem { display: flex; gap: 6px; margin-top: 6px !important; font-size: 13px; color: var(--error); }
.problem .icon { width: 15px; height: 15px; margin-top: 2px; }
.captcha { min-width: 0; margin: 0; padding: 0; border: 0; }
.actions { display: grid; gap: 4px; margin-top: 6px; }
.actions [aria-disabled=true] { opacity: .7; cursor: default; }
.second, .quiet { min-height: 44px; border: 0; border-radius: 13px; background: none; color: var(--muted) !important; }
.second { border: 1px solid var(--line); font-weight: 600; color: var(--text) !important; margin-top: 4px; }
.second:hover, .quiet:hover { background: var(--surface); }
@media (max-width: 350px) { .form { grid-template-columns: 1fr; } }
@media (forced-colors: active) { .field [type=checkbox]:checked::before { border-color: CanvasText; } .field [type=checkbox] { forced-color-adjust: none; } }
`;
