type AvatarProps = { name: string; url: string | undefined; class?: string };

/** Addresses whose picture did not load, on this page. */
export function Avatar({ name, url, class: className = '' }: AvatarProps) {
  return (
    <span class={`avatar ${className}`} aria-hidden="true">
      {initials(name)}
      {isPicture(url) && (
        <img
          src={url}
          alt=""
          width={40}
          height={40}
          decoding="async"
          referrerpolicy="no-referrer"
          onError={(event) => event.currentTarget.remove()}
        />
      )}
    </span>
  );
}

/** Names come from outside; only https pictures are asked for. */
function isPicture(url: string | undefined): url is string {
  return url !== undefined && URL.canParse(url) && new URL(url).protocol === 'https:';
}

/** First letters of the first two words: `Northlight Dental` is NL … ND; of one word its first letter. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => [...word].find((character) => /\p{L}|\p{N}/u.test(character)) ?? '')
    .join('')
    .toUpperCase();
}
