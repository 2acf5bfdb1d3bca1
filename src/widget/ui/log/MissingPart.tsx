import { useTranslator } from '../panel-model.ts';

/** In place of a part of the conversation that could not be loaded. */
export function MissingPart({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslator();
  return (
    <p class="card">
      {t('missing')}{' '}
      <button type="button" class="again" onClick={onRetry}>
        {t('tryAgain')}
      </button>
    </p>
  );
}
