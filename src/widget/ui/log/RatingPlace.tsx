import { useComputed, useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { useStyles } from '../adopt-styles.ts';
import { useChat } from '../chat-context.ts';
import { usePanel, useTranslator } from '../panel-model.ts';
import { useLazy } from '../use-lazy.ts';

type RatingPlaceProps = { isAboutPrevious: boolean };

/** The question how the conversation was, at its end; about the one before, at the beginning of the new one. */
export function RatingPlace({ isAboutPrevious }: RatingPlaceProps) {
  const { options } = usePanel();
  // Apart, because it follows each message.
  return options.value.rating === 'off' ? null : <PlaceOfQuestion isAboutPrevious={isAboutPrevious} />;
}

function PlaceOfQuestion({ isAboutPrevious }: RatingPlaceProps) {
  const { messages, rating: question } = useChat().state;
  const { wantedRating } = usePanel();
  const { t } = useTranslator();
  const showsThanks = useSignal(false);
  const lastId = useComputed(() => messages.value.at(-1)?.id ?? '').value;
  // The thanks stay until another message comes, or another conversation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    showsThanks.value = false;
  }, [showsThanks, lastId]);
  const asked = question.value;
  const isAsked = asked?.status === 'asked' && asked.isAboutPrevious === isAboutPrevious;
  const rating = useLazy(() => import('../rating/index.ts'), isAsked).value;
  useStyles(rating.status === 'ready' ? rating.module.ratingStyles : undefined);
  if (!isAsked) return showsThanks.value ? <p class="note">{t('thanks')}</p> : null;
  // Only who has asked for it misses it.
  if (rating.status === 'failed' && wantedRating.value === asked.key) {
    return (
      <p class="note">
        {t('missing')}{' '}
        <button type="button" class="again" onClick={rating.retry}>
          {t('tryAgain')}
        </button>
      </p>
    );
  }
  if (rating.status !== 'ready') return null;
  return (
    <rating.module.Rating
      key={asked.key}
      onDone={(isRated) => {
        showsThanks.value = isRated;
      }}
    />
  );
}
