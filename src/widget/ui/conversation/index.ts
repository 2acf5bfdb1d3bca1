import copyButtonStyles from '../copy/CopyButton.css?inline';
import menuStyles from '../menu/MenuContent.css?inline';

/*
 * What follows behind the first screen, while the visitor types: what shows the messages, and what is in the menu. In the build
 * it is one file with the code of the connection.
 */
export { prepareTimes } from '../log/date-format.ts';
export { Log } from '../log/Log.tsx';
export { MenuContent } from '../menu/MenuContent.tsx';

export const conversationStyles = [copyButtonStyles, menuStyles].join('\n');
