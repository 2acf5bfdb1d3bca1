/**
 * Whether a close code means that the service does not take this session (`assumptions.refusedSession`). Everything
 * else is retried, a normal close (1000) too: nobody but the visitor ends a conversation.
 */
export function isRefusal(code: number | undefined): boolean {
  return code === 1008 || (code !== undefined && code >= 4400 && code <= 4499);
}
