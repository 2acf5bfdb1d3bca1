import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { imageAddress } from '../../../options/index.ts';
import { Link } from '../Link.tsx';
import { usePanel } from '../panel-model.ts';

type AgentImageProps = {
  address: string;
  /** What a reader without the picture reads. */
  alt: string;
  /** The same, formatted, for a link. */
  words: ComponentChildren;
};

/** A picture of an agent's message. One from a host that the page does not name is a link, and so is a broken one. */
export function AgentImage({ address, alt, words }: AgentImageProps) {
  const { imageHosts } = usePanel().options.value;
  const isBroken = useSignal(false);
  const url = imageAddress(address, imageHosts);
  if (url === undefined || isBroken.value) return <Link address={address}>{words}</Link>;
  return (
    <a class="picture" href={url} target="_blank" rel="noopener noreferrer nofollow">
      <img
        src={url}
        alt={alt}
        loading="lazy"
        decoding="async"
        referrerpolicy="no-referrer"
        onError={() => {
          isBroken.value = true;
        }}
      />
    </a>
  );
}
