export { commandQueueStub, makeSnippet, type PublishedBuild, type Snippet } from './make-snippet.ts';
export { attribute, inlineJson, kebabCase, scriptTag } from './markup.ts';
export { policyText } from './policy.ts';
