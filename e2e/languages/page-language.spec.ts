import { sampleOf } from '../../test/support/sample.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';

const test = testOn({
  config: {
    widget: {
      launcherText: { en: 'Questions?', de: 'Fragen?', 'pt-BR': 'Dúvidas?', 'zh-Hant': '有問題？', zh: '有问题？' },
    },
  },
});

const german = ['de', 'Fragen? Chat öffnen', 'Nachricht'] as const;
const portuguese = ['pt', 'Dúvidas? Abrir chat', 'Mensagem'] as const;
const english = ['en', 'Questions? Open chat', 'Message'] as const;

/** What pages write into `lang`, with the language of the chat and the names of its bubble and its text box. */
const pages: Record<string, readonly [language: string, bubble: string, message: string]> = {
  de_DE: german,
  DE: german,
  'de-de': german,
  'de_AT.UTF-8': german,
  'de-DE@euro': german,
  ' de-CH-1996 ': german,
  'PT-br': portuguese,
  pt_br: portuguese,
  zh_Hant_TW: ['zh', '有問題？ 打开聊天', '消息'],
  'zh-cn': ['zh', '有问题？ 打开聊天', '消息'],
  // Filipino is not Finnish, and neither is a language of the widget. What is no tag counts as none.
  fil_PH: english,
  deo: english,
  C: english,
  '{{ lang }}': english,
};

// test/protocol/locale.test.ts reads all of them.
for (const [lang, [language, bubble, message]] of sampleOf(Object.entries(pages), 2)) {
  test(`bubble and chat have one language on a page whose language is written "${lang}"`, async ({ page, site }) => {
    const head = tagOf(site, { leadForm: 'off' });
    await page.goto(site.put('/', hostPage({ head, htmlAttributes: `lang="${lang}"` })));
    await page.getByRole('button', { name: bubble, exact: true }).click();
    await expect(page.getByRole('textbox', { name: message, exact: true })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveAttribute('lang', new RegExp(`^${language}\\b`));
  });
}

test('an option and a call may write the language in the same ways', async ({ page, site }) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off', locale: 'DE_at' }) })));
  await page.getByRole('button', { name: 'Fragen? Chat öffnen' }).click();
  await expect(page.getByRole('textbox', { name: 'Nachricht' })).toBeVisible();
  await page.evaluate(() => Object(window).LeadChat.setLocale('pt_PT'));
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeVisible();
});
