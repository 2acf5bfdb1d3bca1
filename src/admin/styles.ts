/** The look of the widget: one accent in OKLCH, hairlines, no boxes in boxes. Handed to the page as a constructed sheet. */
export const styles = `
:root {
  color-scheme: light dark;
  --accent: light-dark(oklch(0.53 0.19 262), oklch(0.7 0.14 262));
  --on-accent: light-dark(white, oklch(0.2 0.02 262));
  --background: light-dark(oklch(0.98 0.004 262), oklch(0.19 0.012 262));
  --surface: light-dark(white, oklch(0.225 0.012 262));
  --soft: light-dark(oklch(0.96 0.006 262), oklch(0.265 0.014 262));
  --line: light-dark(oklch(0.91 0.008 262), oklch(0.31 0.014 262));
  --field: light-dark(oklch(0.65 0.01 262), oklch(0.52 0.014 262));
  --text: light-dark(oklch(0.24 0.02 262), oklch(0.94 0.006 262));
  --muted: light-dark(oklch(0.5 0.02 262), oklch(0.7 0.014 262));
  --error: light-dark(oklch(0.52 0.19 25), oklch(0.74 0.14 25));
  --warning: light-dark(oklch(0.52 0.11 85), oklch(0.82 0.13 85));
  --success: light-dark(oklch(0.5 0.12 155), oklch(0.78 0.13 155));
  font: 15px/1.5 system-ui, sans-serif;
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--background); color: var(--text); padding: 0 24px 48px; max-width: 1240px; margin: 0 auto; }
h1 { font-size: 21px; font-weight: 620; letter-spacing: -0.02em; }
h2 { font-size: 16px; font-weight: 620; letter-spacing: -0.01em; }
h3 { font-size: 13px; font-weight: 620; color: var(--muted); margin: 20px 0 8px; }
.muted { color: var(--muted); }
.meta { color: var(--muted); font-size: 11.5px; }
.error { color: var(--error); font-size: 13px; min-height: 20px; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 20px; padding: 20px; }
button, input { font: inherit; color: inherit; min-height: 36px; border-radius: 12px; border: 1px solid var(--line); background: var(--surface); padding: 4px 14px; }
input { border-color: var(--field); }
button { cursor: pointer; }
button:disabled { opacity: 0.6; cursor: default; }
button.primary { background: var(--accent); border-color: transparent; color: var(--on-accent); font-weight: 600; }
button.danger { color: var(--error); }
button.quiet { border-color: transparent; background: none; color: var(--muted); }
:focus-visible { outline: 3px solid color-mix(in oklch, var(--accent) 45%, transparent); outline-offset: 1px; }
.sign-in { display: grid; place-items: center; min-height: 90vh; }
.sign-in form { display: grid; gap: 8px; width: min(384px, 100%); }
.sign-in label { font-size: 13px; font-weight: 620; margin-top: 12px; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; padding: 20px 0; }
.top .delivery { margin: 0 auto 0 12px; font-size: 13px; }
.delivery::before { content: ''; display: inline-block; width: 8px; height: 8px; border-radius: 50%; margin-right: 8px; background: currentcolor; }
.delivery.good { color: var(--success); }
.delivery.bad { color: var(--error); font-weight: 620; }
.chart figcaption { display: flex; gap: 16px; align-items: baseline; margin-bottom: 12px; }
.chart h2 { margin-right: auto; }
.chart svg { display: block; width: 100%; height: 120px; }
.chart .base { stroke: var(--line); }
.chart .hit { fill: transparent; }
.chart g:hover .hit { fill: var(--soft); }
.chart rect.captured { fill: var(--accent); }
.chart rect.delivered { fill: var(--success); }
.key { font-size: 13px; color: var(--muted); }
.key::before { content: ''; display: inline-block; width: 10px; height: 10px; border-radius: 3px; margin-right: 6px; }
.key.captured::before { background: var(--accent); }
.key.delivered::before { background: var(--success); }
.axis { display: flex; justify-content: space-between; margin-top: 6px; }
nav { display: flex; flex-wrap: wrap; gap: 8px; margin: 20px 0 0; }
nav button[aria-pressed='true'] { background: var(--text); color: var(--background); border-color: transparent; }
nav .count { margin-left: 8px; opacity: 0.7; font-variant-numeric: tabular-nums; }
nav input { flex: 1 1 220px; }
.notice { min-height: 24px; font-size: 13px; color: var(--muted); padding: 4px 0; }
.columns { display: grid; gap: 16px; align-items: start; }
@media (min-width: 900px) { .columns.with-details { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
@media (max-width: 899px) { .with-details .details { order: -1; } }
.list { padding: 8px; }
.list ul, .steps { list-style: none; padding: 0; }
.list li button { display: grid; grid-template-columns: minmax(0, 1fr) auto auto; gap: 12px; align-items: center; width: 100%; text-align: start; border-color: transparent; padding: 10px 12px; }
.list li button:hover, .list li button[aria-pressed='true'] { background: var(--soft); }
@media (max-width: 560px) {
  .top button { padding-inline: 8px; }
  .list li button { grid-template-columns: minmax(0, 1fr) auto; }
  .list time { grid-column: 1 / -1; }
  .chart figcaption { flex-wrap: wrap; }
  .chart h2 { flex-basis: 100%; }
}
.who { display: grid; }
.who > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.who .muted { font-size: 13px; }
.empty { color: var(--muted); text-align: center; padding: 48px 20px; }
.state { font-size: 11.5px; font-weight: 620; color: var(--muted); border: 1px solid currentcolor; border-radius: 99px; padding: 1px 9px; white-space: nowrap; }
.state.unknown, .state.held, .state.expired { color: var(--warning); }
.state.dead { color: var(--error); }
.state.delivered, .state.done { color: var(--success); }
.details header { display: flex; gap: 12px; align-items: center; margin-bottom: 4px; }
.details header button { margin-left: auto; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 16px; }
.step { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; padding: 8px 0; border-top: 1px solid var(--line); }
.step .meta { flex-basis: 100%; }
code { font-size: 12px; overflow-wrap: anywhere; color: var(--muted); }
dl > div { display: grid; grid-template-columns: 140px minmax(0, 1fr); gap: 12px; padding: 4px 0; border-top: 1px solid var(--line); }
dt { color: var(--muted); font-size: 13px; }
dd { overflow-wrap: anywhere; white-space: pre-wrap; }
dialog { margin: auto; max-width: min(440px, 92vw); color: inherit; }
dialog p { margin-top: 8px; }
dialog::backdrop { background: oklch(0.2 0.02 262 / 45%); }
`;
