import type { NextConfig } from 'next';

const config: NextConfig = {
  // The proxy keeps its leads with Node's own SQLite, in a thread: it is loaded, not bundled.
  serverExternalPackages: ['leadchat'],
};

export default config;
