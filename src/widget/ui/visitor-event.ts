/**
 * Returns whether the visitor caused an event. Scripts of the page can click a button too, but they must not give consent or
 * request a call for the visitor.
 */
export function isFromVisitor(event: Event): boolean {
  if (event.isTrusted) return true;
  console.warn('[leadchat] ignored a scripted event: only the visitor can give consent or request a call.');
  return false;
}
