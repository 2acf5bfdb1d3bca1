import { closestMatch } from 'leven';
import { type Environment, environmentVariables } from './environment.ts';

const prefix = 'LEADCHAT_';

/** The variables of the commands, beside those of the configuration. */
const ports = ['LEADCHAT_SITE_PORT', 'LEADCHAT_PROXY_PORT', 'LEADCHAT_SANDBOX_PORT'];

export type UnknownVariable = { name: string; meant?: string };

/** Variables that look like leadchat's but are read by nothing here, with the one that was probably meant. */
export function unknownVariables(env: Environment): UnknownVariable[] {
  const known = [...Object.values(environmentVariables), ...ports].filter((name) => name.startsWith(prefix));
  const words = known.map((name) => name.slice(prefix.length));
  return Object.keys(env)
    .filter((name) => name.toUpperCase().startsWith(prefix) && !known.includes(name))
    .map((name) => {
      const meant = meantWord(name.slice(prefix.length).toUpperCase(), words);
      return { name, ...(meant !== undefined && { meant: `${prefix}${meant}` }) };
    });
}

/**
 * The word that was probably meant. Names are long, so they may differ by more than a slip of the finger: `TRUSTED_PROXY`
 * for `TRUSTED_PROXIES`, `SERVICE_API_KEY`, `ADMIN`.
 */
function meantWord(written: string, words: readonly string[]): string | undefined {
  const maxDistance = written.length < 5 ? 1 : Math.max(2, Math.floor(written.length / 4));
  return (
    closestMatch(written, words, { maxDistance }) ??
    words.find((word) => written.endsWith(`_${word}`) || word.startsWith(`${written}_`))
  );
}

/** "LEADCHAT_APIKEY is not a variable of leadchat. Did you mean LEADCHAT_API_KEY?" for each that is misspelt. */
export function describeMisspelt(env: Environment): string[] {
  return unknownVariables(env).flatMap(({ name, meant }) =>
    meant === undefined ? [] : [`${name} is not a variable of leadchat. Did you mean ${meant}?`],
  );
}
