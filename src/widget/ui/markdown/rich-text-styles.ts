/** What formatting looks like inside a bubble. */
export const richTextStyles = `
.bubble > * + * { margin-top: 8px; }
:where(.bubble :is(ul, ol, pre)) { margin: 0; }
.bubble :is(ul, ol) { padding-inline-start: 20px; white-space: normal; }
.bubble code { font: 13px ui-monospace, Menlo, Consolas, monospace; }
.bubble a { color: inherit; text-decoration: underline; text-underline-offset: 2px; }
.bubble pre { overflow-x: auto; }
`;
