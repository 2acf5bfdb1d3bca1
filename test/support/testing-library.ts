import { waitLimitMs } from './time-limits.ts';

// Set up before each file of tests with a document: the time limit of `findBy…`.
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/preact');
  configure({ asyncUtilTimeout: waitLimitMs });
}
