/** Errors of Node that come before a single byte of the request is written. */
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

/** Of TLS errors these can come while data is on its way. */
const amidData = /BAD_RECORD_MAC|UNEXPECTED_EOF|DECRYPTION_FAILED/;

/**
 * Whether a fetch that brought no answer can have reached the service. `no` only on proof: everything unknown, another
 * runtime's errors among them, is `maybe`, and so are a reset connection and a time-out, which look alike before and
 * after the request was processed.
 */
export function sentProof(error: unknown): 'no' | 'maybe' {
  return chain(error).some(provesNothingSent) ? 'no' : 'maybe';
}

function provesNothingSent(error: Error): boolean {
  // Several addresses were tried at once: none may have got through.
  if (error instanceof AggregateError && error.errors.length > 0) {
    return error.errors.every((one) => one instanceof Error && provesNothingSent(one));
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (beforeSending.has(code)) return true;
  if (/^ERR_(?:SSL|TLS)_/.test(code)) return !amidData.test(code);
  return 'syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo');
}

/** The error and its causes; fetch wraps what happened in a TypeError. */
function chain(error: unknown): Error[] {
  const found: Error[] = [];
  let next = error;
  while (next instanceof Error && found.length < 8) {
    found.push(next);
    next = next.cause;
  }
  return found;
}
