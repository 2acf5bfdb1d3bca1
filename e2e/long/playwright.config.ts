import { defineConfig } from 'playwright/test';
import journeys from '../../playwright.config.ts';

/** `npm run e2e:long`: the journeys with every state, page, language and library, of which `npm test` takes a sample. */
process.env.LEADCHAT_LONG = '1';

export default defineConfig(journeys, { testDir: '..', outputDir: '../../test-results' });
