/**
 * The conversation. Blocks of rows that are not seen are not laid out, but for the latest one: the end is to be where it
 * seems to be. Rows are apart by padding, which adds up the same within a block and across two.
 */
export const logStyles = `
.conversation { flex: 1; min-height: 0; position: relative; display: flex; }
.log { padding: 12px 14px 16px; outline-offset: -2px; }
.log .greeting { padding: 12px 6px 8px; }
.block { content-visibility: auto; contain-intrinsic-size: auto 1100px; }
.latest { content-visibility: visible; }
.latest .row:last-child { animation: rise .15s var(--ease); }
.row { display: grid; grid-template-columns: 28px minmax(0, 1fr); column-gap: 8px; justify-items: start; padding-bottom: 4px; }
.row.last { padding-bottom: 12px; }
.row > * { grid-column: 2; }
.row .avatar { grid-area: 2/1; align-self: end; }
.row.visitor { justify-items: end; padding-inline-start: 20px; }
.row .day { grid-column: 1/-1; justify-self: center; padding: 14px 0 18px; font-size: 11.5px; color: var(--muted); }
.bubble { grid-row: 2; max-width: 100%; padding: 9px 14px; border-radius: 18px; background: var(--bubble); white-space: pre-wrap; }
.agent .bubble { margin-inline-end: 36px; }
.agent.last .bubble { border-end-start-radius: 6px; }
.visitor .bubble { color: var(--lc-on-accent); background: var(--lc-accent); }
.visitor.last .bubble { border-end-end-radius: 6px; }
.queued .bubble { background: var(--tint); color: var(--text); box-shadow: inset 0 0 0 1px var(--line); }
.meta { grid-row: 3; padding: 4px 2px 0; font-size: 11.5px; color: var(--muted); }
.meta button { padding: 4px 0; }
.failed { color: var(--error); }
.dots { display: flex; gap: 4px; width: max-content; margin-bottom: 12px; margin-inline-start: 36px; padding: 14px; border-radius: 18px; border-end-start-radius: 6px; background: var(--bubble); }
.dots i { width: 6px; height: 6px; border-radius: 50%; background: var(--muted); animation: breathe .6s infinite alternate; }
.dots i + i { animation-delay: .2s; }
.dots i + i + i { animation-delay: .4s; }
.jump { position: absolute; bottom: 8px; left: 50%; translate: -50%; display: flex; gap: 6px; align-items: center; min-height: 36px; padding: 0 12px; border-radius: 18px; background: var(--raised); box-shadow: var(--shadow); font-size: 13px; }
.jump .icon { width: 18px; height: 18px; }
@keyframes rise { from { opacity: 0; transform: translateY(6px); } }
`;
