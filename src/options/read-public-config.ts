import { type PublicConfig, publicConfig } from '../protocol/index.ts';

/** A proxy's answer as configuration. Throws when it is none. */
export function readPublicConfig(answer: unknown): PublicConfig {
  return publicConfig.parse(answer);
}
