import { Component, createRef, type RefObject } from 'preact';
import type { CaptchaProof, LeadForm } from '../../chat/index.ts';
import type { Words } from '../../options/index.ts';
import type { PublicCaptcha } from '../../protocol/index.ts';
import { Problem } from '../form/field.tsx';
import { problemText } from '../form/problem-text.ts';
import { type Captcha, createCaptcha } from './captcha.ts';

export type CaptchaBoxProps = {
  form: LeadForm;
  words: Words;
  settings: PublicCaptcha;
  theme: 'auto' | 'light' | 'dark';
  /** Holds the box while it is there: Preact 11 takes a component's `ref` for a property like any other. */
  handle: RefObject<CaptchaBox | null>;
};

/**
 * Where the provider draws its captcha. Providers do not look into shadow roots, so it draws into an element of the
 * page's own tree, beside our root, which a slot shows here.
 */
export class CaptchaBox extends Component<CaptchaBoxProps> {
  readonly #slot = createRef<HTMLSlotElement>();
  #captcha: Captcha | null = null;
  #drawnFor = '';
  #end = () => {};

  override componentDidMount(): void {
    this.props.handle.current = this;
    this.#draw();
  }

  override componentDidUpdate(): void {
    this.#draw();
  }

  override componentWillUnmount(): void {
    this.props.handle.current = null;
    this.#end();
  }

  /** What the captcha has to show. */
  async prove(): Promise<CaptchaProof> {
    return this.#captcha?.prove() ?? { ok: true };
  }

  /** The lead was not taken, and is sent with another token next time. */
  renew(): void {
    this.#captcha?.renew();
  }

  #draw(): void {
    const { settings, words } = this.props;
    const theme = this.#theme();
    const language = words.locale.slice(0, 2);
    const drawnFor = JSON.stringify([settings, theme, language]);
    const slot = this.#slot.current;
    const root = slot?.getRootNode();
    if (drawnFor === this.#drawnFor || !(root instanceof ShadowRoot)) return;
    this.#end();
    this.#drawnFor = drawnFor;
    const place = document.createElement('div');
    place.slot = 'captcha';
    const [container, challenge] = [document.createElement('div'), document.createElement('div')];
    challenge.id = `leadchat-${crypto.getRandomValues(new Uint32Array(1))}`;
    place.append(container, challenge);
    root.host.append(place);
    const captcha = createCaptcha({ settings, container, challenge, theme, language });
    this.#captcha = captcha;
    this.#end = () => {
      captcha.dispose();
      place.remove();
    };
  }

  #theme(): 'light' | 'dark' {
    const { theme } = this.props;
    if (theme !== 'auto') return theme;
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }

  override render() {
    const { form, words } = this.props;
    const problem = form.problems.value.captcha;
    return (
      <fieldset
        class="captcha"
        id="field-captcha"
        tabIndex={-1}
        aria-labelledby={problem === undefined ? undefined : 'problem-captcha'}
      >
        <slot name="captcha" ref={this.#slot} />
        {problem !== undefined && (
          <Problem id="problem-captcha" text={problemText('captcha', problem, words, undefined)} />
        )}
      </fieldset>
    );
  }
}
