import type { ProxyConfig } from '../config/schema.ts';
import { formatProblems } from '../webhooks/formats/format-problems.ts';
import { reasonOf } from './probe.ts';
import { checkOf, type DoctorCheck } from './report.ts';

/**
 * Opens a connection to the host of a URL, with TLS for `https:`, and closes it: nothing is sent. Rejects with the
 * reason.
 */
export type ConnectionProbe = (url: string) => Promise<void>;

/**
 * Checks that the receivers of webhooks can be reached, and that their bodies name what leads have. Their URLs may contain
 * a key, so only the host is shown.
 */
export async function checkWebhooks(config: ProxyConfig, connect: ConnectionProbe): Promise<DoctorCheck[]> {
  const reachable = await Promise.all(config.webhooks.map((receiver) => checkReceiver(receiver, connect)));
  return [...reachable, ...checkFormats(config)];
}

function checkFormats(config: ProxyConfig): DoctorCheck[] {
  const advice = 'Until then its value is empty. Correct the format, or add a field of this name to a form.';
  return formatProblems(config).map(({ receiver, message }) =>
    checkOf(`webhook ${receiver}`).warning(`its format ${message}`, advice),
  );
}

async function checkReceiver(
  { name, url, events, format }: ProxyConfig['webhooks'][number],
  connect: ConnectionProbe,
): Promise<DoctorCheck> {
  const { host, protocol } = new URL(url);
  const { warning, failed, notVerified } = checkOf(`webhook ${name ?? host}`);
  const kind = protocol === 'https:' ? 'an encrypted connection' : 'a connection on this machine';
  try {
    await connect(url);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'private-address') {
      const advice = 'Set allowPrivateWebhooks to true if the receiver is in your own network.';
      return failed('resolves to a private address, so nothing is posted', advice);
    }
    const advice =
      'Check the url of this receiver. Its webhooks are stored and retried meanwhile; leads are not affected.';
    return warning(`cannot be reached: ${reasonOf(error)}`, advice);
  }
  const detail = `accepts ${kind}, for ${events.length} kinds of events, as ${typeof format === 'string' ? format : 'your own JSON'}. Nothing was posted, so only a webhook can show that path and secret are right`;
  return notVerified(detail);
}
