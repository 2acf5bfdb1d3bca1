export { hostedChatAddress } from './hosted-address.ts';
export { commandQueueStub, makeSnippet, type PublishedBuild, type Snippet } from './make-snippet.ts';
export { attribute, dataAttributes, escapeHtml, inlineJson, kebabCase, scriptTag } from './markup.ts';
export { pictureSources } from './picture-sources.ts';
export { policyFor, policyText } from './policy.ts';
