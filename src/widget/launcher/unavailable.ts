import { textOption } from '../../options/index.ts';
import { isPageAllowed } from '../../protocol/proxy/page-allowed.ts';
import type { ChatProblem, StoreState } from './widget-store.ts';

/**
 * Why a visitor cannot chat here now: the page or its options hide the widget, the opening hours do, or the chat is not possible.
 * The event `error` has the same code where it is an error.
 */
export type Unavailable = ChatProblem | 'hidden' | 'closed-hours' | 'origin-not-allowed';

export function unavailableIn(state: StoreState): Unavailable | null {
  const { options, isHidden, isHiddenByPage, config } = state;
  if (isHiddenByPage || options.hidden === true) return 'hidden';
  if (isHidden) return 'closed-hours';
  const hasService = Boolean(textOption(options, 'flowId') && textOption(options, 'wssUrl'));
  // A page that names its flow needs no configuration of the proxy.
  const problem = problemIn(state);
  if (problem && !(hasService && problem === 'no-configuration')) return problem;
  if (!hasService && !textOption(options, 'proxyUrl')) return 'no-service';
  return isPageAllowed(config, location.origin, textOption(options, 'proxyUrl')) ? null : 'origin-not-allowed';
}

function problemIn(state: StoreState): ChatProblem | null {
  const { configAddress, failedConfigAddress, hasLoadFailed, problem } = state;
  if (hasLoadFailed) return 'load-failed';
  return problem ?? (failedConfigAddress === configAddress ? 'no-configuration' : null);
}
