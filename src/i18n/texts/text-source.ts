import type { callTexts } from './call-texts.ts';
import type { captchaTexts } from './captcha-texts.ts';
import type { chatTexts } from './chat-texts.ts';
import type { copyTexts } from './copy-texts.ts';
import type { formTexts } from './form-texts.ts';
import type { menuTexts } from './menu-texts.ts';
import type { phoneTexts } from './phone-texts.ts';
import type { Plural } from './plural.ts';

export type TextKey =
  | keyof typeof chatTexts
  | keyof typeof formTexts
  | keyof typeof menuTexts
  | keyof typeof callTexts
  | keyof typeof copyTexts
  | keyof typeof phoneTexts
  | keyof typeof captchaTexts;

/** Texts of one language, or a page's own ones. */
export type TextSource = Readonly<Record<string, string | Plural>>;

/** All texts of another language: what a locale's file has to bring. */
export type LocaleTexts = Readonly<Record<TextKey, string | Plural>>;
