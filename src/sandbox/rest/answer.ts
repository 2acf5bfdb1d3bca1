/** What is sent back: a status and a JSON body. */
export type Answer = { status: number; body: unknown };

export function success(message: string, more: Record<string, unknown> = {}): Answer {
  return { status: 200, body: { status: 'success', message, ...more } };
}

/** The error body (Errors). */
export function failure(status: number, message: string, more: Record<string, unknown> = {}): Answer {
  return { status, body: { status: 'failed', message, ...more } };
}

/** 400 of sections 4.8 and 7: text saying so, with a request to try again. */
export const lostLead = failure(
  400,
  'The lead could not be found or created. Check lead_id and record.phone, and try again.',
);

/** The error body of 4.4. */
export const leadNotFound = failure(404, 'The lead was not found.');
