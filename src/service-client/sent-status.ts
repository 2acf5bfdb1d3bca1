/** Node errors that occur before any byte of the request is written. */
const beforeSending = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  // TLS: the request follows the handshake
  'EPROTO',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** TLS errors that can also occur while data is transferred. */
const duringTransfer = /BAD_RECORD_MAC|UNEXPECTED_EOF|DECRYPTION_FAILED/;

/** Why there was no response, as Node's code: `ECONNREFUSED`. Undefined for errors without one, such as a time-out. */
export function connectionErrorCode(error: unknown): string | undefined {
  for (const cause of causeChain(error)) {
    if ('code' in cause && typeof cause.code === 'string' && cause.code !== '') return cause.code;
  }
  return undefined;
}

/**
 * Whether a request without a response may have reached the service. `no` needs proof. A reset connection or a time-out
 * is `maybe`: both look the same before and after the service processed the request. So are unknown errors, such as
 * those of another runtime.
 */
export function sentStatus(error: unknown): 'no' | 'maybe' {
  return causeChain(error).some(provesNothingSent) ? 'no' : 'maybe';
}

function provesNothingSent(error: Error): boolean {
  // Node tried several addresses at once; none may have connected.
  if (error instanceof AggregateError && error.errors.length > 0) {
    return error.errors.every((attempt) => attempt instanceof Error && provesNothingSent(attempt));
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (beforeSending.has(code)) return true;
  if (/^ERR_(?:SSL|TLS)_/.test(code)) return !duringTransfer.test(code);
  return 'syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo');
}

/** The error and its causes. `fetch` wraps the actual error in a TypeError. */
function causeChain(error: unknown): Error[] {
  const found: Error[] = [];
  let next = error;
  while (next instanceof Error && found.length < 8) {
    found.push(next);
    next = next.cause;
  }
  return found;
}
