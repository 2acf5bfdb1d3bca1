export { type CopyParts, offerCopies } from './offer-copies.tsx';
