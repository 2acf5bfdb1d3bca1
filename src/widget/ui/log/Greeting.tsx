import { Avatar } from '../Avatar.tsx';
import { usePanel } from '../panel-model.ts';

/** Stands in for the agent's first message until it has come. */
export function Greeting() {
  const { options, translator } = usePanel();
  const { t } = translator.value;
  const { avatar } = options.value;
  return (
    <div class="row agent last greeting">
      <Avatar name={t('title')} url={avatar} class="small" />
      <div class="bubble">
        <div class="text" dir="auto">
          {t('greeting')}
        </div>
      </div>
    </div>
  );
}
