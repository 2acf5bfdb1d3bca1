/** For what comes in milliseconds on an idle machine. The second that the libraries allow is too short on a busy one. */
export const waitLimitMs = 60_000;
