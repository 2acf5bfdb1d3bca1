import styles from './Rating.css?inline';

export { Rating } from './Rating.tsx';
export const ratingStyles = styles;
