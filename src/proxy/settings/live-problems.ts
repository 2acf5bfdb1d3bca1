import { effect } from '@preact/signals-core';
import type { Issue } from '../../protocol/issue.ts';
import { hostedCaptchaProblem } from '../intake/captcha.ts';
import type { Log } from '../log.ts';
import { formatProblems } from '../webhooks/formats/format-problems.ts';
import { widgetProblems } from '../widget/widget-problems.ts';
import type { LiveConfig } from './live-config.ts';

/** What refers to something that does not exist, in the file or in what is saved, but stops nothing. */
export function warningsOf({ config }: Pick<LiveConfig, 'config'>): Issue[] {
  return formatProblems(config.value).map(({ receiver, name, path, message }) => ({
    path: path.map(String).join('.'),
    message: `of the receiver ${receiver} ${message}. Without a field of this name, {${name}} is empty.`,
  }));
}

/**
 * Logs such problems of the configuration that applies: at the start, and each once when a file or what is saved brings
 * it. Returns the stop function.
 */
export function logLiveProblems(live: Pick<LiveConfig, 'config'>, log: Log): () => void {
  let logged = new Set<string>();
  return effect(() => {
    const found = new Set<string>();
    const warn = (event: string, facts: Record<string, string>) => {
      const line = JSON.stringify([event, facts]);
      if (!found.has(line) && !logged.has(line)) log.warn(event, facts);
      found.add(line);
    };
    for (const problem of widgetProblems(live.config.value)) warn('widget-option', { problem });
    for (const { receiver, message } of formatProblems(live.config.value)) {
      warn('webhook-format', { receiver, problem: message });
    }
    const problem = hostedCaptchaProblem(live.config.value);
    if (problem !== undefined) warn('captcha-hosts', { problem });
    logged = found;
  });
}
