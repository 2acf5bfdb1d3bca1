import { readdirSync } from 'node:fs';
import { expect, test } from '../support/stack.ts';
import { operatorToken } from '../support/start-stack.ts';

test('R17: no file that the proxy serves contains a secret', async ({ stack }) => {
  const built = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:js|css|map)$/.test(file),
  );
  // The npm package, the demo site and the notes of the build are beside the widget's files. The proxy does not serve them.
  const isPrivate = (file: string) => /^(?:browser|server|types|site|\.vite)[\\/]/.test(file);
  const files = built.filter((file) => !isPrivate(file));
  const paths = ['/leadchat.js', '/config', '/admin', '/metrics', '/healthz', ...files.map((file) => `/${file}`)];
  expect(paths.length).toBeGreaterThan(10);
  for (const path of new Set(paths)) {
    const response = await fetch(stack.proxy.url + path);
    const everything = JSON.stringify([...response.headers]) + (await response.text());
    expect(response.status, path).toBe(200);
    expect(everything.includes('sandbox-key'), `the API key is in ${path}`).toBe(false);
    expect(everything.includes(operatorToken), `the operator's token is in ${path}`).toBe(false);
  }
  for (const file of built.filter(isPrivate))
    expect((await fetch(`${stack.proxy.url}/${file}`)).status, file).toBe(404);
  expect(stack.proxy.log).not.toContain('sandbox-key');
});
