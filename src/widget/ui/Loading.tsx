import { LiveText } from './LiveText.tsx';
import { useTranslator } from './panel-model.ts';

/** Gray placeholders for content that is loading. */
export function Loading() {
  const { t } = useTranslator();
  return (
    <div class="loading">
      <LiveText class="hidden" text={t('connecting')} />
      <i />
      <i />
      <i />
    </div>
  );
}
