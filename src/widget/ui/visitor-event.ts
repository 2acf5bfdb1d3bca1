/**
 * Returns whether the visitor caused an event. Scripts of the page can click a button too, but they must not give consent,
 * request a call or follow the agent's buttons for the visitor.
 */
export function isFromVisitor(event: Event): boolean {
  if (event.isTrusted) return true;
  console.warn(
    "[leadchat] ignored a scripted event: only the visitor can give consent, request a call or use the agent's buttons.",
  );
  return false;
}
