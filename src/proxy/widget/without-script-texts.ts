type WithoutScript = { needed: string; reach: string };

export const englishWithoutScript: WithoutScript = {
  needed: 'This chat needs JavaScript, which is turned off in your browser.',
  reach: 'You can also reach us here:',
};

/** What the page /chat says where scripts are off, by language. Not among the widget's texts, which run only with scripts. */
export const withoutScriptTexts: Readonly<Record<string, WithoutScript>> = {
  en: englishWithoutScript,
  de: { needed: 'Für diesen Chat muss JavaScript im Browser eingeschaltet sein.', reach: 'So erreichen Sie uns auch:' },
  es: {
    needed: 'Este chat necesita JavaScript y tu navegador lo tiene desactivado.',
    reach: 'También puedes contactarnos aquí:',
  },
  fr: {
    needed: 'Ce chat a besoin de JavaScript, qui est désactivé dans votre navigateur.',
    reach: 'Vous pouvez aussi nous joindre ici :',
  },
  pt: {
    needed: 'Este chat precisa do JavaScript, que está desativado no seu navegador.',
    reach: 'Você também pode falar conosco aqui:',
  },
  it: {
    needed: 'Questa chat richiede JavaScript, che nel tuo browser è disattivato.',
    reach: 'Puoi contattarci anche qui:',
  },
  nl: {
    needed: 'Voor deze chat is JavaScript nodig, en dat staat uit in je browser.',
    reach: 'Je kunt ons ook hier bereiken:',
  },
  pl: {
    needed: 'Ten czat wymaga JavaScriptu, który jest wyłączony w Twojej przeglądarce.',
    reach: 'Możesz też skontaktować się z nami tutaj:',
  },
  tr: {
    needed: 'Bu sohbet için JavaScript gerekiyor; tarayıcınızda kapalı.',
    reach: 'Bize buradan da ulaşabilirsiniz:',
  },
  ar: { needed: 'تتطلب هذه الدردشة JavaScript، وهو معطّل في متصفحك.', reach: 'يمكنك أيضًا التواصل معنا هنا:' },
  he: { needed: 'הצ׳אט הזה דורש JavaScript, והוא כבוי בדפדפן שלך.', reach: 'אפשר לפנות אלינו גם כאן:' },
  ja: {
    needed: 'このチャットを使うには、ブラウザのJavaScriptを有効にしてください。',
    reach: 'こちらからもお問い合わせいただけます：',
  },
  zh: { needed: '使用此聊天需要启用浏览器的 JavaScript。', reach: '您也可以通过以下方式联系我们：' },
};
