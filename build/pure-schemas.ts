import type { Plugin } from 'vite';

/**
 * A schema is made by calls, which a bundler keeps although nobody reads their result: they might do something. Ours do
 * not. Wrapped in a function that is marked as pure, those that a chunk does not use are left out of it.
 */
export function pureSchemas(): Plugin {
  return {
    name: 'pure-schemas',
    enforce: 'post',
    transform: {
      filter: { id: /\/src\/(?:protocol|options)\// },
      handler(code) {
        let result = code;
        for (const { start, end } of madeByCalls(this.parse(code)).reverse()) {
          result = `${result.slice(0, start)}/* @__PURE__ */ (() => ${result.slice(start, end)})()${result.slice(end)}`;
        }
        return result === code ? null : { code: result, map: null };
      },
    },
  };
}

type Parsed = ReturnType<
  NonNullable<ThisParameterType<Extract<Plugin['transform'], (...args: never) => unknown>>>['parse']
>;

/** Where the values of the module's own constants are, in order, as far as calls make them. */
function madeByCalls({ body }: Parsed): { start: number; end: number }[] {
  return body
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? statement.declarations : []))
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []));
}
