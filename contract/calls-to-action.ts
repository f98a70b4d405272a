/** Short texts that ask to scan a code. The first one of a language is its default. */
export const callsToAction = {
  en: ['Scan to talk', 'Scan and ask', 'Questions? Scan me'],
  de: ['Zum Gespräch scannen', 'Scannen und fragen', 'Fragen? Einfach scannen'],
  es: ['Escanea para hablar', 'Escanea y pregunta', '¿Preguntas? Escanéame'],
  fr: ['Scannez pour discuter', 'Scannez et demandez', 'Posez vos questions ici'],
  pt: ['Escaneie para conversar', 'Escaneie e pergunte', 'Dúvidas? É só escanear'],
  it: ['Scansiona per parlare', 'Scansiona e chiedi', 'Domande? Scansionami'],
  pl: ['Zeskanuj i porozmawiaj', 'Zeskanuj i zapytaj', 'Pytania? Zeskanuj mnie'],
  tr: ['Konuşmak için tarayın', 'Tarayın ve sorun', 'Sorunuz mu var? Tarayın'],
  ar: ['امسح الرمز للتحدث', 'امسح الرمز واسأل', 'أسئلة؟ امسح الرمز'],
  zh: ['扫码对话', '扫码提问', '有问题？扫一扫'],
  ja: ['スキャンして話す', 'スキャンして質問', 'ご質問はこちら'],
} as const
