/** Where the visitor writes. */
export const composerStyles = `
.composer { padding: 8px 12px max(12px, env(safe-area-inset-bottom)); }
.pill { display: flex; align-items: flex-end; padding: 4px; border: 1px solid var(--field); border-radius: 24px; transition: border-color .15s, box-shadow .15s; }
.pill:focus-within { outline: 2px solid transparent; border-color: var(--ring); box-shadow: 0 0 0 1px var(--ring), 0 0 0 4px color-mix(in oklch, var(--ring), #0000 80%); }
.pill:has([aria-invalid=true]) { --ring: var(--error); border-color: var(--error); }
.pill textarea { flex: 1; padding: 8px 12px; outline: 0; resize: none; font-size: 16px; line-height: 22px; field-sizing: content; max-height: 148px; }
.send { display: grid; place-items: center; width: 38px; height: 38px; border-radius: 50%; color: var(--lc-on-accent); background: var(--lc-accent); }
.send:disabled { color: var(--muted); background: var(--bubble); }
.counter { padding: 0 12px 6px; font-size: 11.5px; color: var(--muted); text-align: end; }
.counter.over { color: var(--error); }
`;
