/**
 * The sources of the pictures that options name, also in entries of `pages` and variants: hosts for the agent's messages, the launcher's
 * picture, the avatar. Values of a tag are text.
 */
export function pictureSources(options: unknown): string[] {
  if (Array.isArray(options)) return options.flatMap(pictureSources);
  if (typeof options !== 'object' || options === null) return [];
  return Object.entries(options).flatMap(([name, given]): string[] => {
    const value = parsed(given);
    switch (name) {
      case 'imageHosts':
        return Array.isArray(value) ? value.flatMap(sourceOfHost) : [];
      case 'launcherIcon':
      case 'avatar':
        return typeof value === 'string' ? sourceOfAddress(value) : [];
      case 'pages':
      case 'experiments':
      case 'variants':
        return pictureSources(value);
      default:
        return [];
    }
  });
}

function sourceOfHost(host: unknown): string[] {
  // Only a machine's own pages may show pictures without encryption.
  const protocol = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/.test(String(host)) ? 'http' : 'https';
  return sourceOfAddress(`${protocol}://${host}`);
}

/** The origin in ASCII. Nothing for an address that somebody is typing. */
function sourceOfAddress(address: string): string[] {
  const url = URL.parse(address);
  if (url === null) return [];
  return [url.protocol === 'data:' ? 'data:' : url.origin];
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
