export { callAgainText, callText } from './callback-availability.ts';
export { type CallLineProps, createCallbackStatus } from './callback-status.tsx';
