import type { Context, Hono } from 'hono';
import { failure } from './answer.ts';
import type { Endpoint } from './endpoint.ts';
import { type Exchange, send } from './exchange.ts';
import { judgeKey } from './key.ts';
import { readBody } from './read-body.ts';

type Options = {
  /** Goes before every path. */
  base: string;
  /** The bearer key that is asked for. Undefined: none. */
  key: string | undefined;
  transaction<T>(run: () => T): T;
};

/** Serves endpoints at their paths; every other method of such a path is 405. */
export function serveEndpoints(app: Hono<Exchange>, endpoints: readonly Endpoint[], options: Options): void {
  for (const one of endpoints) app.on(one.method, options.base + one.path, (c) => answerWith(one, c, options));
  for (const path of new Set(endpoints.map((one) => one.path))) {
    const allow = endpoints.filter((one) => one.path === path).map((one) => one.method);
    const answer = failure(405, `This path takes ${allow.join(' and ')}.`);
    app.all(options.base + path, () => send(answer, { allow: allow.join(', ') }));
  }
}

async function answerWith(one: Endpoint, c: Context<Exchange>, { key, transaction }: Options): Promise<Response> {
  if (key !== undefined && judgeKey(c.req.header('authorization'), key) !== 'right') {
    return send(failure(401, 'The API key is missing or invalid.'), { 'www-authenticate': 'Bearer' });
  }
  const answer = (input: unknown) =>
    send(one.method === 'GET' ? one.answer(input) : transaction(() => one.answer(input)));
  if (one.input === 'query') return answer(c.req.query());
  const body = await readBody(c);
  return body.ok ? answer(body.value) : send(body.answer);
}
