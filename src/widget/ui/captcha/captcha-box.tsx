import type { CaptchaProof, LeadForm } from '../../../core/index.ts';
import type { Translator } from '../../../i18n/index.ts';
import type { PublicCaptcha } from '../../../protocol/index.ts';
import { Problem } from '../form/field.tsx';
import { type Captcha, createCaptcha } from './captcha.ts';

export type CaptchaBoxProps = {
  form: LeadForm;
  translator: Translator;
  settings: PublicCaptcha;
  theme: 'auto' | 'light' | 'dark';
};

/**
 * Where the provider draws its captcha. Providers do not look into shadow roots, so it draws into an element of the
 * page's own tree, beside our root, which a slot shows here.
 */
export function createCaptchaBox() {
  let shown: CaptchaBoxProps | null = null;
  let slot: HTMLSlotElement | null = null;
  let captcha: Captcha | null = null;
  let drawnFor = '';
  let end = () => {};

  const draw = () => {
    const root = slot?.getRootNode();
    if (shown === null || !(root instanceof ShadowRoot)) return;
    const { settings, translator } = shown;
    const theme = themeOf(shown);
    const language = translator.locale.slice(0, 2);
    const wanted = JSON.stringify([settings, theme, language]);
    if (wanted === drawnFor) return;
    end();
    drawnFor = wanted;
    const place = document.createElement('div');
    place.slot = 'captcha';
    const [container, challenge] = [document.createElement('div'), document.createElement('div')];
    challenge.id = `leadchat-${crypto.getRandomValues(new Uint32Array(1))}`;
    place.append(container, challenge);
    root.host.append(place);
    const made = createCaptcha({ settings, container, challenge, theme, language });
    captcha = made;
    end = () => {
      made.dispose();
      place.remove();
      captcha = null;
      drawnFor = '';
      end = () => {};
    };
  };
  const keep = (element: HTMLSlotElement | null) => {
    slot = element;
    if (element === null) end();
    else draw();
  };

  return {
    Box(props: CaptchaBoxProps) {
      const { form, translator } = props;
      shown = props;
      draw();
      const problem = form.problems.value.captcha;
      return (
        <fieldset
          class="captcha"
          id="field-captcha"
          tabIndex={-1}
          aria-labelledby={problem === undefined ? undefined : 'problem-captcha'}
        >
          <slot name="captcha" ref={keep} />
          {problem !== undefined && <Problem id="problem-captcha" text={translator.t('requiredCaptcha')} />}
        </fieldset>
      );
    },
    /** What the captcha has to show. */
    async prove(): Promise<CaptchaProof> {
      return captcha?.prove() ?? { ok: true };
    },
    /** The lead was not taken, and is sent with another token next time. */
    renew(): void {
      captcha?.renew();
    },
  };
}
export type CaptchaBox = ReturnType<typeof createCaptchaBox>;

function themeOf({ theme }: CaptchaBoxProps): 'light' | 'dark' {
  if (theme !== 'auto') return theme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
