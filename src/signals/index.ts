/*
 * `@preact/signals` for browsers, with a `bind` that keeps the values of a call. While it is evaluated, it binds its hooks into
 * Preact, and MooTools has a `Function.prototype.bind` that passes on either the bound values or those of the call. So the page's
 * `bind` is set aside meanwhile. build/set-page-aside.ts resolves `@preact/signals` to this file, so that the three always end
 * up in one chunk, in this order.
 */
import './set-page-bind-aside.ts';

export * from '@preact/signals';

import './restore-page-bind.ts';
