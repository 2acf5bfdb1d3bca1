import type { Place } from './mount-inline.ts';

/** Moves the widget into an element of the page, by code that only pages with a `target` load. Returns its end. */
export function placeInPage(place: Place, selector: string, fail: (problem: string) => void): () => void {
  const { layer } = place;
  let isOver = false;
  let end = () => {
    layer.hidden = false;
  };
  // What belongs into the page must not be seen above it meanwhile.
  layer.hidden = true;
  import('./mount-inline.ts').then(
    ({ mountInline }) => {
      if (!isOver) end = mountInline(place, selector, fail);
    },
    (error) => fail(`[leadchat] ${error}`),
  );
  return () => {
    isOver = true;
    end();
  };
}
