import type { createStore } from './create-store.ts';

/** The whole store. Each user depends only on the methods that it needs. */
export type LeadStore = ReturnType<typeof createStore>;
