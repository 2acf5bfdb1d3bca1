/** The lead form. */
export const formStyles = `
.form { display: grid; grid-template-columns: 1fr 1fr; align-content: start; gap: 16px 12px; padding: 24px 20px max(16px, env(safe-area-inset-bottom)); }
.form > * { grid-column: 1 / -1; min-width: 0; }
.form > .half { grid-column: auto; }
.form .intro { margin-top: -12px; color: var(--muted); }
.field label { display: block; margin-bottom: 4px; font-size: 13px; font-weight: 600; }
.field small { font-size: 13px; font-weight: 400; color: var(--muted); }
.field :is(input, select, textarea):not([type=checkbox]), .tel-box { width: 100%; min-height: 44px; padding: 10px 14px; border: 1px solid var(--field); border-radius: 12px; background: none; font-size: 16px; line-height: 22px; transition: border-color .15s, box-shadow .15s; }
.field textarea { resize: vertical; }
.field ::placeholder { color: var(--muted); opacity: 1; }
.field [aria-invalid=true], .tel-box:has([aria-invalid=true]) { --ring: var(--error); border-color: var(--error) !important; }
.field .tel-box { display: flex; align-items: stretch; padding: 0; overflow: hidden; }
.field .tel-box > input { min-width: 0; min-height: 42px; border: 0; border-radius: 0; background: none; box-shadow: none !important; }
.tel-box { direction: ltr; }
.country { position: relative; display: flex; gap: 4px; align-items: center; flex: none; padding: 0 12px 0 14px; color: var(--muted); }
.field .icon { width: 16px; height: 16px; }
.pick { display: grid; }
.pick > * { grid-area: 1 / 1; }
.pick select { appearance: none; padding-inline-end: 40px; }
.pick .icon { place-self: center end; margin-inline-end: 14px; color: var(--muted); pointer-events: none; }
.country::after { content: ""; position: absolute; inset: 12px 0 12px auto; border-right: 1px solid var(--line); }
.field .country select { position: absolute; inset: 0; min-height: 0; padding: 0; opacity: 0; cursor: pointer; }
.country:focus-within { background: var(--tint); }
.field.checkbox { display: grid; grid-template-columns: auto 1fr; column-gap: 12px; align-items: start; }
.field.checkbox label { margin: 0; font-weight: 400; color: var(--muted); }
.field.checkbox .problem { grid-column: 1 / -1; }
.field [type=checkbox] { appearance: none; width: 24px; height: 24px; margin: -2px 0 0; border: 1px solid var(--field); border-radius: 7px; cursor: pointer; }
.field [type=checkbox]:checked { border-color: var(--lc-accent); background: var(--lc-accent); }
.field [type=checkbox]:checked::before { content: ""; display: block; width: 6px; height: 12px; margin: 2px auto 0; border: solid var(--lc-on-accent); border-width: 0 2.2px 2.2px 0; rotate: 45deg; }
.problem { display: flex; gap: 6px; margin-top: 4px !important; font-size: 13px; color: var(--error); }
.problem .icon { width: 16px; height: 16px; margin-top: 1px; }
.captcha { min-width: 0; margin: 0; padding: 0; border: 0; }
.actions { display: grid; gap: 8px; margin-top: 4px; }
.actions [aria-disabled=true] { cursor: default; }
.main[aria-disabled=true]::before { content: ""; display: inline-block; width: 12px; height: 12px; margin-inline-end: 8px; border: 2px solid; border-inline-end-color: transparent; border-radius: 50%; vertical-align: -2px; animation: turn .8s linear infinite; }
.second[aria-disabled=true] { opacity: .5; }
.second, .quiet { min-height: 44px; border: 0; border-radius: 13px; background: none; color: var(--muted) !important; }
.second { border: 1px solid var(--line); font-weight: 600; color: var(--text) !important; }
.second:hover, .quiet:hover { background: var(--surface); }
@keyframes turn { to { rotate: 1turn; } }
@media (max-width: 350px) { .form { grid-template-columns: 1fr; } }
`;
