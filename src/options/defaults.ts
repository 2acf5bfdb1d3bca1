/** Defaults that the launcher needs before the schema is loaded. */
export const defaultColor = '#2a5bd7';
/** In pixels. */
export const defaultOffset = 20;
