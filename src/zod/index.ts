/*
 * `zod/mini` for browsers, with settings of its own. All copies of zod on a page share one settings object in a global: ours would
 * leave that global on the page, and would take the page's error messages. So the global is set aside while our copy of zod is
 * evaluated, which keeps the object that it then creates. build/set-page-aside.ts resolves `zod/mini` to this file, so that the
 * three always end up in one chunk, in this order.
 */
import './set-page-settings-aside.ts';

export * from 'zod/mini';

import './restore-page-settings.ts';
