import { readFileSync } from 'node:fs';
import type { Hono } from 'hono';
import type { Exchange } from '../rest/exchange.ts';

/** The page for people and its parts, as files beside this one. */
const files = [
  { path: '/', file: 'index.html', type: 'text/html; charset=utf-8' },
  { path: '/sandbox/page/page.css', file: 'page.css', type: 'text/css; charset=utf-8' },
  { path: '/sandbox/page/page.js', file: 'page.js', type: 'text/javascript; charset=utf-8' },
  { path: '/sandbox/page/sections.js', file: 'sections.js', type: 'text/javascript; charset=utf-8' },
  { path: '/sandbox/page/elements.js', file: 'elements.js', type: 'text/javascript; charset=utf-8' },
  { path: '/sandbox/page/faults.js', file: 'faults.js', type: 'text/javascript; charset=utf-8' },
  { path: '/sandbox/page/agent.svg', file: 'agent.svg', type: 'image/svg+xml' },
];

/** What the agent's picture is called, from the sandbox's address. */
export const agentPicture = '/sandbox/page/agent.svg';

/** Everything shown was typed by somebody: the page builds text nodes only, and nothing else may run on it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** The page at `/`, to look at everything that the sandbox keeps. */
export function servePage(app: Hono<Exchange>): void {
  for (const { path, file, type } of files) {
    const content = readFileSync(new URL(`page/${file}`, import.meta.url));
    const headers = { 'content-type': type, 'content-security-policy': policy, 'x-content-type-options': 'nosniff' };
    app.get(path, () => new Response(content, { headers: { ...headers, 'referrer-policy': 'no-referrer' } }));
  }
}
