/** The button that copies, over the log. */
export const copyStyles = `
.copy { position: absolute; inset: 0 auto auto 0; display: grid; place-items: center; width: 28px; height: 28px; border: 1px solid var(--line); border-radius: 8px; background: var(--bg); color: var(--muted); opacity: 0; pointer-events: none; transition: opacity .15s; }
.copy.shown { opacity: 1; pointer-events: auto; }
.copy:hover { color: var(--text); }
.copy .icon { width: 15px; height: 15px; }
.copy-failed { position: absolute; inset: auto 12px 8px; padding: 8px 14px; border-radius: 12px; font-size: 13px; background: var(--bg); box-shadow: var(--shadow); }
`;
