import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { hasCredentials } from '../../options/index.ts';
import { WebUrl } from '../../protocol/web-url.ts';
import { usePanel } from './panel-model.ts';

type AvatarProps = { name: string; url: string | undefined; class?: string };

/** The picture of who answers. Until it is loaded, the initials. */
export function Avatar({ name, url, class: className = '' }: AvatarProps) {
  return (
    <span class={`avatar ${className}`} aria-hidden="true">
      {initials(name)}
      {isPicture(url) && <Picture key={url} url={url} />}
    </span>
  );
}

/** How long a picture that failed to load is left out, after its first, second … failure. */
const pausesMs = [5_000, 30_000, 120_000];

/** Requests the picture again some time after a failure, and whenever the panel opens or closes. */
function Picture({ url }: { url: string }) {
  const { clock, isOpen } = usePanel();
  const failureCount = useSignal(0);
  const hasFailed = useSignal(false);
  // The cleanup runs when the panel opens or closes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(
    () => () => {
      hasFailed.value = false;
    },
    [isOpen.value, hasFailed],
  );
  useEffect(() => {
    const pauseMs = pausesMs[failureCount.value - 1];
    if (pauseMs === undefined) return;
    return clock.after(pauseMs, () => {
      hasFailed.value = false;
    });
  }, [clock, failureCount.value, hasFailed]);
  if (hasFailed.value) return null;
  return (
    <img
      src={url}
      alt=""
      width={40}
      height={40}
      decoding="async"
      referrerpolicy="no-referrer"
      onError={() => {
        hasFailed.value = true;
        failureCount.value += 1;
      }}
    />
  );
}

/** URLs come from outside, so only https URLs without credentials are requested: a page that loads `http:` pictures is not secure. */
function isPicture(url: string | undefined): url is string {
  if (url === undefined || !WebUrl.canParse(url)) return false;
  const parsed = new WebUrl(url);
  return parsed.protocol === 'https:' && !hasCredentials(parsed);
}

/** Returns the first letters of the first two words: `ND` for `Northlight Dental`. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => [...word].find((character) => /\p{L}|\p{N}/u.test(character)) ?? '')
    .join('')
    .toUpperCase();
}
