/**
 * The `sandbox` of a frame that shows a widget with options from a link, or with settings that nobody has saved: both are anyone's
 * words. Not `allow-same-origin`: whatever they make the frame do, it reaches neither the page around it nor anything of its
 * origin. Forms and links work as on any page; a link opens in a tab that is as free as any other.
 */
export const previewRights = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';
