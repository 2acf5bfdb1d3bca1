import { Link } from './Link.tsx';

/** A text of the site, such as a consent, in which `[privacy policy](https://…)` is a link. */
export function LinkedText({ text }: { text: string }) {
  const parts = text.split(/(\[[^[\]]{1,200}\]\((?:[^()\s]|\([^()\s]{0,2000}\)){1,2000}\))/).map((part) => {
    const link = /^\[(.+)\]\((.+)\)$/.exec(part);
    if (link === null) return part;
    const [, label = '', address = ''] = link;
    return (
      <Link key={part} address={address}>
        {label}
      </Link>
    );
  });
  return <>{parts}</>;
}
