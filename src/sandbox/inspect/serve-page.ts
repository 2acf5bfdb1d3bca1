import { readFileSync } from 'node:fs';
import type { Hono } from 'hono';
import type { SandboxEnv } from '../rest/endpoint.ts';

/** The inspection page: the files in `page/`. */
const files = [
  { path: '/', file: 'index.html', type: 'text/html; charset=utf-8' },
  { path: '/sandbox/page/page.css', file: 'page.css', type: 'text/css; charset=utf-8' },
  { path: '/sandbox/page/page.js', file: 'page.js', type: 'text/javascript; charset=utf-8' },
  { path: '/sandbox/page/sections.js', file: 'sections.js', type: 'text/javascript; charset=utf-8' },
  { path: '/sandbox/page/elements.js', file: 'elements.js', type: 'text/javascript; charset=utf-8' },
  { path: '/sandbox/page/faults.js', file: 'faults.js', type: 'text/javascript; charset=utf-8' },
  { path: '/sandbox/page/agent.svg', file: 'agent.svg', type: 'image/svg+xml' },
];

/** Path of the agent's picture. */
export const agentPicture = '/sandbox/page/agent.svg';

/** The page shows untrusted text. It only creates text nodes, and this policy blocks foreign code as well. */
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

/** Serves the page at `/`. It shows all data of the sandbox. */
export function servePage(app: Hono<SandboxEnv>): void {
  for (const { path, file, type } of files) {
    const content = readFileSync(new URL(`page/${file}`, import.meta.url));
    const headers = { 'content-type': type, 'content-security-policy': policy, 'x-content-type-options': 'nosniff' };
    app.get(path, () => new Response(content, { headers: { ...headers, 'referrer-policy': 'no-referrer' } }));
  }
}
