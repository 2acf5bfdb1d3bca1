import { waitLimitMs } from './time-limits.ts';

// Set up before each file of tests with a document: the time limit of `findBy…`, and a storage and a focus without what the files
// before it, which share its process, have left.
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/preact');
  configure({ asyncUtilTimeout: waitLimitMs });
  localStorage.clear();
  sessionStorage.clear();
  // happy-dom keeps the focus on an element that is removed, and only another one takes it from there.
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  field.blur();
  field.remove();
}
