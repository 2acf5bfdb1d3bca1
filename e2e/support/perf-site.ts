import { expect } from 'playwright/test';
import type { BenchSite } from '../../bench/widget/bench-site.ts';
import { servedTest } from './served-test.ts';

/** Tests on the benchmark's pages. The limits are generous, since tests run in parallel. */
export const test = servedTest.extend<{ site: BenchSite }>({ site: ({ benchSite }, use) => use(benchSite) });

export { expect };
