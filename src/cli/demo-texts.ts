/** The texts of the demo's configuration, in all languages of the widget. */
export const consentText = {
  en: 'Tell me about offers, too.',
  de: 'Informieren Sie mich auch über Angebote.',
  es: 'Quiero recibir también información sobre ofertas.',
  fr: 'Je souhaite aussi recevoir vos offres.',
  pt: 'Quero receber também informações sobre ofertas.',
  it: 'Desidero ricevere anche informazioni sulle offerte.',
  nl: 'Houd mij ook op de hoogte van aanbiedingen.',
  pl: 'Chcę też otrzymywać informacje o ofertach.',
  tr: 'Kampanyalardan da haberdar olmak istiyorum.',
  ar: 'أرغب أيضًا في تلقي العروض.',
  he: 'אשמח לקבל גם עדכונים על מבצעים.',
  ja: 'お得な情報の案内も希望します。',
  zh: '我也希望收到优惠信息。',
};

export const starters = {
  en: ['What does a first appointment cost?', 'When are you open?', 'Where can I park?'],
  de: ['Was kostet ein erster Termin?', 'Wann haben Sie geöffnet?', 'Wo kann ich parken?'],
  es: ['¿Cuánto cuesta la primera visita?', '¿Cuál es su horario?', '¿Dónde puedo aparcar?'],
  fr: ['Combien coûte une première consultation ?', 'Quels sont vos horaires ?', 'Où puis-je me garer ?'],
  pt: ['Quanto custa a primeira consulta?', 'Qual é o horário de funcionamento?', 'Onde posso estacionar?'],
  it: ['Quanto costa la prima visita?', 'Quali sono gli orari di apertura?', 'Dove posso parcheggiare?'],
  nl: ['Wat kost een eerste afspraak?', 'Wanneer zijn jullie open?', 'Waar kan ik parkeren?'],
  pl: ['Ile kosztuje pierwsza wizyta?', 'W jakich godzinach jest czynne?', 'Gdzie można zaparkować?'],
  tr: ['İlk randevu ne kadar?', 'Hangi saatlerde açıksınız?', 'Nereye park edebilirim?'],
  ar: ['كم تكلفة الموعد الأول؟', 'ما هي ساعات العمل؟', 'أين يمكنني ركن السيارة؟'],
  he: ['כמה עולה ביקור ראשון?', 'מהן שעות הפתיחה?', 'איפה אפשר לחנות?'],
  ja: ['初診の費用はいくらですか？', '診療時間を教えてください。', '駐車場はありますか？'],
  zh: ['首次就诊多少钱？', '你们的营业时间是？', '哪里可以停车？'],
};

/** The greetings that the demo compares: the texts of its teaser, by the name of the variant. */
export const greetings = {
  short: 'Hello! Can we help?',
  long: 'Questions about a first visit? We answer right away.',
};
