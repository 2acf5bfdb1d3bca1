/** The lead form. */
export const formStyles = `
.form { display: grid; grid-template-columns: 1fr 1fr; align-content: start; gap: 16px 12px; padding: 24px 20px max(16px, env(safe-area-inset-bottom)); }
.form > *, .checkbox .problem { grid-column: 1 / -1; min-width: 0; }
.form > .half { grid-column: auto; }
.form .intro { margin-top: -12px; color: var(--muted); }
.field label { display: block; margin-bottom: 4px; font-size: 13px; font-weight: 600; }
.field small { font-size: 13px; font-weight: 400; color: var(--muted); }
:where(.field :is(input, select, textarea):not([type=checkbox])), .tel-box { width: 100%; min-height: 44px; padding: 10px 14px; border: 1px solid var(--field); border-radius: 12px; font-size: 16px; line-height: 22px; }
.field * { transition: border-color .15s, box-shadow .15s; }
.tel-box:focus-within, .field :where(input:not([type=checkbox]), select, textarea):focus { outline: 2px solid transparent; border-color: var(--ring); box-shadow: 0 0 0 1px var(--ring), 0 0 0 4px color-mix(in oklch, var(--ring), #0000 80%); }
.tel-box:has([aria-invalid=true]), .field [aria-invalid=true] { --ring: var(--error); border-color: var(--error); }
.field .icon { width: 16px; height: 16px; }
.field a { color: inherit; text-decoration: underline; text-underline-offset: 2px; }
.field textarea { resize: vertical; }
.tel-box { display: flex; padding: 0; direction: ltr; }
.field .tel-box > input { min-height: 42px; padding-inline-start: 12px; border: 0; box-shadow: none; }
.pick { position: relative; display: flex; align-items: center; color: var(--muted); }
.pick select { appearance: none; padding-inline-end: 40px; color: var(--text); }
.pick .icon { position: absolute; inset-inline-end: 14px; pointer-events: none; }
.field.checkbox { display: grid; grid-template-columns: auto 1fr; column-gap: 12px; }
.field.checkbox label { margin: 0; font-weight: 400; color: var(--muted); }
:where(.field) [type=checkbox] { appearance: none; width: 24px; height: 24px; margin: -2px 0 0; border: 1px solid var(--field); border-radius: 7px; cursor: pointer; }
.field input:checked { border-color: var(--lc-accent); background: var(--lc-accent); }
.field input:checked::before { content: ""; display: block; width: 6px; height: 12px; margin: 2px auto 0; border: solid var(--lc-on-accent); border-width: 0 2.2px 2.2px 0; rotate: 45deg; }
.problem { display: flex; gap: 6px; margin-top: 4px; font-size: 13px; color: var(--error); }
.actions { display: grid; gap: 8px; }
.main[aria-disabled=true]::before { content: ""; display: inline-block; width: 12px; height: 12px; margin-inline-end: 8px; border: 2px solid; border-inline-end-color: transparent; border-radius: 50%; vertical-align: -2px; animation: turn .8s linear infinite; }
.second[aria-disabled=true] { opacity: .5; }
.main, .second, .quiet { text-align: center; }
.second, .quiet { min-height: 44px; border-radius: 13px; color: var(--muted); }
.second { border: 1px solid var(--line); font-weight: 600; color: var(--text); }
:is(.second, .quiet):hover { background: var(--bubble); }
@keyframes turn { to { rotate: 1turn; } }
@media (max-width: 350px) { .form { grid-template-columns: 1fr; } }
@media (forced-colors: active) {
  .field [type=checkbox] { appearance: auto; }
  .field [type=checkbox]::before { content: none !important; }
}
`;
