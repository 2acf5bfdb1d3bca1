/** UTC ISO 8601, the format of every time in the service API. */
export function timestampOf(ms: number): string {
  return new Date(ms).toISOString();
}
