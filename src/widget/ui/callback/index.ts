export { callAgainText, callText } from './callback-availability.ts';
export { type CallLineProps, createCallLine } from './callback-status.tsx';
