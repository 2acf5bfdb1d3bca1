/** Why a connection failed, for the person who configured the address, by the code of Node or OpenSSL if there is one. */
export function connectionReason(code: string | undefined): string {
  switch (code) {
    case undefined:
      return 'the connection failed';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host does not exist (${code})`;
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `no server listens there (${code})`;
    default:
      return /CERT|SSL|TLS|SIGNATURE|SELF_SIGNED/.test(code)
        ? `TLS failed (${code})`
        : `the connection failed (${code})`;
  }
}
