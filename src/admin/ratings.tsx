import type { AdminRatings } from '../protocol/admin/ratings.ts';
import { ratingValues } from '../protocol/proxy/limits.ts';
import { Before } from './before.tsx';
import { formatNumber, formatTime } from './format.ts';
import type { FunnelView } from './funnel-state.ts';

type RatingsProps = {
  view: FunnelView;
  /** The span before, if it is known. */
  before: FunnelView | undefined;
  /** Newest first; undefined until they are loaded. */
  comments: AdminRatings['ratings'] | undefined;
  /** Opens a lead. */
  onShow: (lead: string) => void;
};

/** How visitors found their chats, and what they have written. Nothing while nobody has rated one. */
export function Ratings({ view, before, comments, onShow }: RatingsProps) {
  const { ratings } = view.form.total;
  const total = ratings.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const average = ratings.reduce((sum, count, index) => sum + count * (index + 1), 0) / total;
  const highest = Math.max(...ratings);
  return (
    <section class="card" aria-label="Ratings">
      <h2>Ratings</h2>
      <p class="meta">
        {formatNumber(total)} {total === 1 ? 'visitor has' : 'visitors have'} rated the chat, {average.toFixed(1)} of 5
        on average. Of two thumbs, up is 5 and down is 1.
      </p>
      <ol class="stages">
        {ratingValues.toReversed().map((value) => (
          <li key={value}>
            <span>{value === 1 ? '1 star' : `${value} stars`}</span>
            <svg viewBox={`0 0 ${highest} 1`} preserveAspectRatio="none" aria-hidden="true">
              <rect width={ratings[value - 1]} height="1" />
            </svg>
            <strong>{formatNumber(ratings[value - 1] ?? 0)}</strong>
            <Before count={before?.form.total.ratings[value - 1]} />
          </li>
        ))}
      </ol>
      {comments !== undefined && comments.length > 0 && (
        <ul class="comments" aria-label="Comments">
          {comments.map(({ at, rating, comment, page, lead }) => (
            <li key={`${at} ${comment}`}>
              <p dir="auto">{comment}</p>
              <p class="meta">
                {rating} of 5 · {formatTime(at)} · {page === 'other' ? 'another page' : page}
              </p>
              {lead !== undefined && (
                <button type="button" class="quiet" aria-label={`Show lead: ${comment}`} onClick={() => onShow(lead)}>
                  Show lead
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
