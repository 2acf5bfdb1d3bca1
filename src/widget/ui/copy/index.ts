export { type CopyDeps, offerCopies } from './offer-copies.tsx';
