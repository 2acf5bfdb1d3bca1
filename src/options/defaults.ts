/** Defaults that the launcher needs, which does not load the schema. */
export const defaultColor = '#2a5bd7';
/** In pixels. */
export const defaultOffset = 20;
