type AvatarProps = { name: string; url: string | undefined; class?: string };

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

/** URLs come from outside, so only https URLs without credentials are requested. */
function isPicture(url: string | undefined): url is string {
  if (url === undefined || !URL.canParse(url)) return false;
  const { protocol, username } = new URL(url);
  return protocol === 'https:' && username === '';
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
