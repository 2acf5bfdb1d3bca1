import type { CopyDeps } from './copy/index.ts';

/** Offers to copy messages, loaded as soon as somebody points at the log, touches it, or reaches it by keyboard. */
export function copyOnDemand(parts: CopyDeps): () => void {
  const { log } = parts;
  const signs = ['pointerover', 'focusin'];
  let end = () => {};
  let isOver = false;
  const begin = (event: Event) => {
    const path = event.composedPath();
    forget();
    import('./copy/index.ts').then(
      ({ offerCopies }) => {
        if (isOver) return;
        const offer = offerCopies(parts);
        end = offer.end;
        offer.show(path);
      },
      // Without a network the text can still be marked; a page that watches its errors need not hear of it.
      () => {},
    );
  };
  const forget = () => {
    for (const sign of signs) log.removeEventListener(sign, begin);
  };
  for (const sign of signs) log.addEventListener(sign, begin);
  return () => {
    isOver = true;
    forget();
    end();
  };
}
