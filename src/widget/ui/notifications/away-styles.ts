/** The count on the bubble and the line above it. */
export const awayStyles = `
.badge { position: absolute; inset-block-start: -3px; inset-inline-end: -3px; min-width: 22px; height: 22px; padding: 0 5px; border: 2px solid var(--bg); border-radius: 11px; font: 650 11.5px/18px system-ui, sans-serif; text-align: center; color: #fff; background: oklch(.55 .21 25); }
.badge::before { content: attr(data-count); }
.teaser { position: absolute; right: 0; bottom: 76px; width: max-content; max-width: min(280px, calc(100vw - var(--lc-x) - 12px)); display: flex; align-items: flex-start; border-radius: 18px 18px 6px; color: var(--text); background: var(--raised); box-shadow: var(--shadow); animation: rise .2s var(--ease); }
.left .teaser { right: auto; left: 0; border-radius: 18px 18px 18px 6px; }
.teaser .words { padding: 12px 4px 14px 18px; border-radius: inherit; }
.teaser b { display: block; font-weight: 620; letter-spacing: -.01em; }
.teaser span { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; overflow-wrap: anywhere; white-space: pre-line; }
.teaser .plain { width: 32px; height: 32px; margin: 6px; }
.teaser .icon { width: 16px; height: 16px; }
`;
