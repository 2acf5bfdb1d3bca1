import { composerStyles } from './composer-styles.ts';
import { frameStyles } from './frame-styles.ts';
import { logStyles } from './log-styles.ts';
import { tokens } from './tokens.ts';

/** Everything but the form and the menu, which bring their own. */
export const panelStyles = tokens + frameStyles + logStyles + composerStyles;
