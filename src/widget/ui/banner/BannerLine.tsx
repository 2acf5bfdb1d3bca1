import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useFocusReturn } from '../focus.ts';
import { Icon, icons } from '../Icon.tsx';
import { useTranslator } from '../panel-model.ts';

type BannerLineProps = {
  icon: string;
  text: string;
  onDismiss?: (() => void) | undefined;
  /** Buttons. */
  children?: ComponentChildren;
};

export function BannerLine({ icon, text, onDismiss, children }: BannerLineProps) {
  const { t } = useTranslator();
  const line = useRef<HTMLParagraphElement>(null);
  useFocusReturn(line);
  return (
    <p class="banner" ref={line}>
      <Icon path={icon} />
      <span class="words">
        <span>{text}</span>
        {children}
      </span>
      {onDismiss !== undefined && (
        <button type="button" class="plain" aria-label={t('dismiss')} onClick={onDismiss}>
          <Icon path={icons.close} />
        </button>
      )}
    </p>
  );
}
