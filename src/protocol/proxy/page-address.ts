import { WebUrl } from '../web-url.ts';
import { clickIds, isCampaignParameter, maxAddressLength } from './attribution.ts';

/** Which query parameters of an address may leave the page. */
export type ParameterRules = {
  /** Names of those that are kept besides the campaign parameters. */
  keep: readonly string[];
  /** Whether click ids stay on the page, also if `keep` names them. */
  dropsClickIds: boolean;
};

/**
 * Returns the URL without its fragment, password and query parameters, except campaign parameters and those to keep. Other
 * parameters may be secrets, such as the token of a password reset. Returns an empty string for an invalid URL.
 */
export function cleanUrl(address: string, rules: ParameterRules): string {
  return withParameters(address, (name) => (isCampaignParameter(name) && mayLeave(name, rules)) || isKept(name, rules));
}

/** Returns the URL like `cleanUrl`, but without campaign parameters. */
export function pageUrl(address: string, rules: ParameterRules): string {
  return withParameters(address, (name) => isKept(name, rules));
}

function isKept(name: string, rules: ParameterRules): boolean {
  return rules.keep.includes(name) && mayLeave(name, rules);
}

/** Whether a parameter of this name may leave the page at all. */
export function mayLeave(name: string, { dropsClickIds }: ParameterRules): boolean {
  return !dropsClickIds || !clickIds.some((id) => id === name);
}

function withParameters(address: string, hasParameter: (name: string) => boolean): string {
  if (!WebUrl.canParse(address)) return '';
  const url = new WebUrl(address);
  url.hash = url.username = url.password = '';
  for (const name of [...url.searchParams.keys()]) if (!hasParameter(name)) url.searchParams.delete(name);
  return url.href.slice(0, maxAddressLength);
}
