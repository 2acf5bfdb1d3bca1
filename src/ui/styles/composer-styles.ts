/** Where the visitor writes. */
export const composerStyles = `
.composer { padding: 8px 12px max(12px, env(safe-area-inset-bottom)); }
.pill { display: flex; align-items: flex-end; padding: 4px; border: 1px solid var(--field); border-radius: 24px; transition: border-color .15s, box-shadow .15s; }
.pill textarea { flex: 1; min-width: 0; padding: 8px 12px; border: 0; outline: 0 !important; resize: none; background: none; font-size: 16px; line-height: 22px; field-sizing: content; max-height: 148px; }
.pill textarea::placeholder { color: var(--muted); opacity: 1; }
.send { display: grid; place-items: center; width: 38px; height: 38px; padding: 0; border: 0; border-radius: 50%; color: var(--lc-on-accent) !important; background: var(--lc-accent); transition: background .15s, color .15s; }
.send:disabled { color: var(--muted) !important; background: var(--bubble); cursor: default; }
.counter { padding: 0 12px 6px !important; font-size: 11.5px; color: var(--muted); text-align: end; }
.counter.over { color: var(--error); }
.pill:has([aria-invalid=true]) { --ring: var(--error); border-color: var(--error); }
`;
