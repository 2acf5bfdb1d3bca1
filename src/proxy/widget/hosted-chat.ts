import { createHash } from 'node:crypto';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import * as z from 'zod';
import { chooseLocale, createTranslator, languageOfTexts, loadTexts, textsIn } from '../../i18n/index.ts';
import { defaultColor, type ResolvedOptions, readOptions } from '../../options/index.ts';
import { languageOf, readLocale, textIn } from '../../protocol/locale.ts';
import { dataAttributes, pictureSources, policyFor, policyText } from '../../snippet/index.ts';
import { formNamed } from '../config/form-schema.ts';
import type { ProxyConfig } from '../config/schema.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { notFound, unknownForm } from '../http/proxy-error.ts';
import { hostedPage, pageScript, pageStyles } from './hosted-page.ts';
import { englishWithoutScript, withoutScriptTexts } from './without-script-texts.ts';

/** The path that the widget on the page sees; `pages` may name it. */
const path = '/chat';

const themes = z.enum(['light', 'dark', 'auto']);

/** `GET /chat`: the chat as a whole page, for people who have no page to put it on. */
export function addHostedChat(app: Hono<AppEnvironment>, live: ReadonlySignal<ProxyConfig>): void {
  const options = computed(
    () => readOptions({ proxy: live.value.widget, attributes: {}, overrides: {}, path }).options,
  );
  const headers = computed(() => headersFor(live.value, pageStyles(safeColor(options.value))));

  app.get(path, async (c) => {
    const { hostedChat, forms } = live.value;
    if (!hostedChat) throw notFound();
    const form = c.req.query('form');
    if (form !== undefined && formNamed(forms, form) === undefined) throw unknownForm();
    for (const [name, value] of Object.entries(headers.value)) c.header(name, value);
    // Each locale is another page: compressing them all would cost more than the few packets that one takes.
    return c.body(await describePage(c, options.value, form), 200, {
      'cache-control': 'public, max-age=60',
      'content-type': 'text/html; charset=utf-8',
    });
  });
}

async function describePage(
  c: Context<AppEnvironment>,
  options: ResolvedOptions,
  form: string | undefined,
): Promise<string> {
  const wanted = readLocale(c.req.query('locale'));
  const locale = wanted ?? options.locale ?? acceptedLocale(c);
  const texts = await loadTexts(languageOf(locale));
  const language = languageOfTexts(locale, options.texts, texts);
  const { t, direction } = createTranslator(locale, texts, [textsIn(options.texts, locale)], language);
  const { title = t('title'), contact } = options;
  const theme = themes.safeParse(c.req.query('theme')).data;
  return hostedPage({
    language,
    direction,
    theme: theme ?? options.theme,
    title: textIn(title, locale),
    color: safeColor(options),
    withoutScript: withoutScriptTexts[languageOf(locale)] ?? englishWithoutScript,
    failed: { unavailable: t('unavailable'), tryAgain: t('tryAgain') },
    contact,
    script: form === undefined ? 'leadchat.js' : `leadchat.js?form=${encodeURIComponent(form)}`,
    attributes: dataAttributes({
      target: '#chat',
      // Whoever has the address sees the chat, whatever hides it on the site's pages.
      pages: [{ url: '*', hidden: false }],
      ...(options.away === 'hidden' && { away: options.leadForm === 'off' ? 'note' : 'lead-only' }),
      ...(form !== undefined && { form }),
      ...(wanted !== undefined && { locale: wanted }),
      ...(theme !== undefined && { theme }),
    }),
  });
}

/** A color may contain what ends a style sheet. */
function safeColor({ color }: ResolvedOptions): string {
  return /[<>]/.test(color) ? defaultColor : color;
}

/** What the visitor's browser prefers. */
function acceptedLocale(c: Context<AppEnvironment>): string {
  c.header('vary', 'Accept-Language', { append: true });
  return accepts(c, {
    header: 'Accept-Language',
    supports: [],
    default: 'en',
    match: (accepted) => chooseLocale(...accepted.map(({ type }) => type)),
  });
}

/** The page's own origin in its policy, whatever name the visitor's browser has for it. */
const ownOrigin = 'http://own.invalid';

function headersFor({ service, captcha, widget }: ProxyConfig, styles: string): Record<string, string> {
  const shown =
    captcha === undefined || captcha.siteKey === false ? undefined : { ...captcha, siteKey: captcha.siteKey };
  const sources = policyFor({
    scripts: ownOrigin,
    calls: [ownOrigin, service.wssUrl],
    inline: [hashOf(pageScript)],
    captcha: shown,
    // The page is ours, and the service may send pictures of agents from any host.
    pictures: ['https:', ...pictureSources(widget)],
  });
  const policy = {
    'default-src': ["'none'"],
    ...sources,
    'style-src': [hashOf(styles), ...(sources['style-src'] ?? [])],
    'trusted-types': sources['trusted-types'] ?? ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return {
    'content-security-policy': policyText(policy).replaceAll(ownOrigin, "'self'"),
    'cross-origin-opener-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  };
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
