import { useSignal } from '@preact/signals';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { cutText } from '../../../protocol/cut-text.ts';
import { toJson } from '../../../protocol/json.ts';
import { maxRatingCommentLength, ratingValues } from '../../../protocol/proxy/limits.ts';
import type { RatingRequest } from '../../../protocol/proxy/rating.ts';
import { useChat } from '../chat-context.ts';
import { usePanelFocus } from '../focus.ts';
import { Icon, icons as panelIcons } from '../Icon.tsx';
import { usePanel, useTranslator } from '../panel-model.ts';

/** Stroke icons on a grid of 24 pixels. */
const icons = {
  up: 'M7 11v9H4v-9ZM7 11l4-8a2 2 0 0 1 2 2v4h5.5a2 2 0 0 1 2 2.4l-1.4 7a2 2 0 0 1-2 1.6H7',
  down: 'M17 13V4h3v9ZM17 13l-4 8a2 2 0 0 1-2-2v-4H5.5a2 2 0 0 1-2-2.4l1.4-7a2 2 0 0 1 2-1.6H17',
};

type RatingProps = {
  /** The question is answered. */
  onDone: (isRated: boolean) => void;
};

/** Asks how the chat was. It takes nothing from the visitor: the conversation goes on beside it. */
export function Rating({ onDone }: RatingProps) {
  const chat = useChat();
  const { options, rate, setWantedRating, wantedRating } = usePanel();
  const { t } = useTranslator();
  const focusPanel = usePanelFocus();
  const titleId = useId();
  const commentId = useId();
  const choice = useSignal<RatingRequest['rating'] | null>(null);
  const comment = useSignal('');
  const buttons = useRef<HTMLDivElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  const isOfStars = options.value.rating === 'stars';
  // Other tabs and later pages show it, too: there nobody has asked for it.
  useEffect(() => {
    if (wantedRating.peek() !== chat.state.rating.peek()?.key) return;
    setWantedRating(null);
    buttons.current?.querySelector('button')?.focus();
  }, [chat, setWantedRating, wantedRating]);
  const hasChosen = choice.value !== null;
  // The comment and "Send" come below the choice: a log that follows nobody who has the focus in it would hide them.
  useLayoutEffect(() => {
    if (hasChosen) actions.current?.scrollIntoView({ block: 'nearest' });
  }, [hasChosen]);
  const done = (isRated: boolean) => {
    focusPanel();
    onDone(isRated);
  };
  const choices = isOfStars
    ? ratingValues.map((value) => ({ value, name: t('stars', { count: value }), icon: panelIcons.star }))
    : ([
        { value: 5, name: t('thumbsUp'), icon: icons.up },
        { value: 1, name: t('thumbsDown'), icon: icons.down },
      ] as const);
  const chosen = choice.value;
  return (
    <fieldset class="rating" aria-labelledby={titleId}>
      <p id={titleId}>{t('howWasChat')}</p>
      <div class="choices" ref={buttons}>
        {choices.map(({ value, name, icon }) => (
          <button
            key={value}
            type="button"
            class={isOfStars && chosen !== null && value <= chosen ? 'filled' : ''}
            aria-label={name}
            aria-pressed={chosen === value}
            onClick={() => {
              choice.value = value;
            }}
          >
            <Icon path={icon} />
          </button>
        ))}
      </div>
      {chosen !== null && (
        <>
          <label for={commentId}>{t('ratingComment')}</label>
          <textarea
            id={commentId}
            rows={2}
            dir="auto"
            value={comment.value}
            onInput={({ currentTarget }) => {
              comment.value = fitComment(currentTarget.value);
              if (currentTarget.value !== comment.value) currentTarget.value = comment.value;
            }}
          />
        </>
      )}
      <div class="rating-actions" ref={actions}>
        {chosen !== null && (
          <button
            type="button"
            class="main"
            onClick={() => {
              rate(chosen, comment.value.trim());
              done(true);
            }}
          >
            {t('send')}
          </button>
        )}
        <button
          type="button"
          class="again"
          onClick={() => {
            chat.answerRating();
            done(false);
          }}
        >
          {t('notNow')}
        </button>
      </div>
    </fieldset>
  );
}

/** What a request has room for beside the rest of a rating. */
const maxCommentBytes = 1500;

/** The beginning of a comment that the proxy takes: at most 1,000 characters, and fewer of a script with longer ones. */
export function fitComment(text: string): string {
  let fitting = cutText(text, maxRatingCommentLength);
  while (bytesOf(fitting) > maxCommentBytes) {
    fitting = cutText(
      fitting,
      Math.min(fitting.length - 1, Math.floor((fitting.length * maxCommentBytes) / bytesOf(fitting))),
    );
  }
  return fitting;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(toJson(text)).length;
}
