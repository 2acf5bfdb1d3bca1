export { awayStyles } from './away-styles.ts';
export { badgeOf } from './badge.ts';
export { Teaser } from './teaser.tsx';
export { countInTitle } from './title-count.ts';
