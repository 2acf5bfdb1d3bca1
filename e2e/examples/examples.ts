import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { type ExampleJourney, useOnePage, useSeveralPages } from '../support/example-journey.ts';
import type { Stack } from '../support/start-stack.ts';

export type Example = {
  /** npm arguments that serve the build. */
  serve(port: string): string[];
  /** The environment variables of the example, for its build and its server. */
  environment(deps: { stack: Stack; url: string; folder: string }): Record<string, string>;
  journey(page: Page, deps: ExampleJourney): Promise<void>;
};

const viteServer = (port: string) => ['run', 'preview', '--', '--port', port, '--strictPort'];

/** Every example with a framework, by the name of its folder. */
export const examples: Record<string, Example> = {
  react: {
    serve: viteServer,
    environment: ({ stack }) => ({ VITE_LEADCHAT_PROXY: stack.proxy.url }),
    journey: useOnePage,
  },
  vue: {
    serve: viteServer,
    environment: ({ stack }) => ({ VITE_LEADCHAT_PROXY: stack.proxy.url }),
    journey: useOnePage,
  },
  next: {
    serve: (port) => ['start', '--', '--port', port],
    // This site runs the proxy itself.
    environment: ({ stack, url, folder }) => ({
      SITE_URL: url,
      LEADCHAT_BASE_URL: `${stack.sandbox.url}/v1`,
      LEADCHAT_HOOKS_URL: stack.sandbox.url,
      LEADCHAT_WSS_URL: stack.sandbox.url.replace(/^http/, 'ws'),
      LEADCHAT_FLOW_ID: stack.ids.flow,
      DATABASE_URL: `sqlite:${join(folder, 'leads.db')}`,
      NEXT_TELEMETRY_DISABLED: '1',
    }),
    journey: useSeveralPages,
  },
  nuxt: {
    serve: () => ['start'],
    environment: ({ stack, url }) => ({
      NUXT_PUBLIC_LEADCHAT_PROXY: stack.proxy.url,
      NUXT_TELEMETRY_DISABLED: '1',
      PORT: new URL(url).port,
    }),
    journey: useSeveralPages,
  },
  astro: {
    serve: (port) => ['run', 'preview', '--', '--port', port],
    environment: ({ stack }) => ({ PUBLIC_LEADCHAT_PROXY: stack.proxy.url, ASTRO_TELEMETRY_DISABLED: '1' }),
    journey: useSeveralPages,
  },
};
