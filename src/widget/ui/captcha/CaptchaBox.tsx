import { useEffect, useId } from 'preact/hooks';
import { pageDocument, removeNode } from '../../../page-globals.ts';
import { languageOf } from '../../../protocol/locale.ts';
import type { PublicCaptcha } from '../../../protocol/proxy/public-config.ts';
import { useForm, useInputRef } from '../form/form-context.ts';
import { Problem } from '../form/Problem.tsx';
import { usePanel } from '../panel-model.ts';
import { createCaptcha, type RenderedCaptcha } from './captcha.ts';

type CaptchaBoxProps = {
  settings: PublicCaptcha;
  /** Called with the captcha, and when it is removed with `loading`. */
  onRender(rendered: RenderedCaptcha): void;
};

/**
 * The captcha. Providers do not work in shadow roots, so they render into an element of the page: a child of the widget's
 * host, which a slot shows here.
 */
export function CaptchaBox({ settings, onRender }: CaptchaBoxProps) {
  const { form } = useForm();
  const { options, root, translator } = usePanel();
  const id = useId();
  const { t, locale } = translator.value;
  const { theme } = options.value;
  const language = languageOf(locale);
  const problem = form.problems.value.captcha;
  useEffect(() => {
    const [place, container, challenge] = [createDiv(), createDiv(), createDiv()];
    place.slot = 'captcha';
    challenge.id = `leadchat-${crypto.getRandomValues(new Uint32Array(1))}`;
    place.appendChild(container);
    place.appendChild(challenge);
    root.host.appendChild(place);
    const captcha = createCaptcha({ settings, container, challenge, theme: resolveTheme(theme), language });
    onRender(captcha);
    return () => {
      onRender('loading');
      captcha.dispose();
      removeNode(place);
    };
  }, [root, settings, theme, language, onRender]);
  return (
    <fieldset
      ref={useInputRef('captcha')}
      class="captcha"
      data-field="captcha"
      tabIndex={-1}
      aria-labelledby={problem === undefined ? undefined : `${id}-problem`}
    >
      <slot name="captcha" />
      {problem !== undefined && <Problem id={`${id}-problem`} text={t('requiredCaptcha')} />}
    </fieldset>
  );
}

function createDiv(): HTMLDivElement {
  return pageDocument.createElement('div');
}

function resolveTheme(theme: 'auto' | 'light' | 'dark'): 'light' | 'dark' {
  if (theme !== 'auto') return theme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
