import type { Plugin } from 'vite';

/**
 * Marks every call that builds a schema as pure, so that a schema which nobody uses is left out. The bundler cannot see
 * that by itself, and naming `z` a pure function for the whole build would also drop calls in minified libraries.
 */
export function pureSchemas(): Plugin {
  return {
    name: 'pure-schemas',
    transform: {
      filter: { id: /\/src\/(?:protocol|options)\/[^/]+\.ts$/ },
      handler: (code) => ({ code: code.replaceAll(/\bz\.(?=\w+\()/g, '/* @__PURE__ */ z.'), map: null }),
    },
  };
}
