export { RichText } from './rich-text.tsx';
export { richTextStyles } from './rich-text-styles.ts';
