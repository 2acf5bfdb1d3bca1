/** A name, an IPv4 address or an IPv6 address in brackets, then a port. */
const hostHeader = /^(?:\[([\da-f:.]+)\]|([a-z\d._-]+))(?::\d+)?$/i;

const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * Decides which Host headers a local server accepts, such as the demo's. A page of another site can point a name of
 * its own at this machine (DNS rebinding), and the browser then counts that page as one of the server's; only the
 * header tells them apart. A server on a loopback address accepts loopback names. One that `--host` opened also accepts
 * its own name, addresses, and names without a dot, such as those of a container network: nobody can point these
 * elsewhere from the internet.
 */
export function createHostCheck(listenHost: string): (header: string | undefined) => boolean {
  const isOpen = !isLoopbackName(listenHost);
  return (header = '') => {
    const [, ipv6, named = ''] = hostHeader.exec(header) ?? [];
    const name = (ipv6 ?? named).toLowerCase();
    if (isLoopbackName(name)) return true;
    if (!isOpen || name === '') return false;
    return ipv6 !== undefined || ipv4.test(name) || !name.includes('.') || name === listenHost.toLowerCase();
  };
}

/** Whether a name or address always means the machine itself. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || /^127(?:\.\d{1,3}){3}$/.test(name) || name === '::1';
}
