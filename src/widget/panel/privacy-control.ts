import type { ResolvedOptions } from '../../options/index.ts';
import type { ParameterRules } from '../../protocol/proxy/page-address.ts';

/** Whether the visitor's browser asks with Global Privacy Control not to share data, and the site respects it. */
export function hasPrivacySignal({ respectGpc }: ResolvedOptions): boolean {
  return respectGpc && Reflect.get(navigator, 'globalPrivacyControl') === true;
}

/** Which query parameters of an address may leave the page. */
export function parameterRules(options: ResolvedOptions): ParameterRules {
  return { keep: options.keepUrlParameters, dropsClickIds: hasPrivacySignal(options) };
}
