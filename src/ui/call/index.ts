export { type CallLineProps, createCallLine } from './call-line.tsx';
export { callAgainText, callText } from './offer.ts';
