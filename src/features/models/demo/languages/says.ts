import type { ScanLanguage } from '#contract/languages.ts'

/** The demo's own sentences. It quotes everything else. */
export interface DemoWords {
  greeting: string
  thanks: string
  bye: string
  /** Introduces itself. */
  about: string
  /** The abilities of the demo. The topics of the prompt follow, if there are any. */
  help: string
  /** The answer to a question about its instructions. */
  private: string
  unknown: string
  /** Introduces an answer that may be wrong. */
  unsure: string
}

export const demoWords: Record<ScanLanguage, DemoWords> = {
  en: {
    greeting: 'Hello! What would you like to know?',
    thanks: 'You are welcome!',
    bye: 'Goodbye!',
    about:
      'I am a demo: there is no AI model behind me, and no person. I look up answers in what the owner of this code has written.',
    help: 'I can look up answers in what the owner of this code has written. Ask me about:',
    private: 'I keep my instructions to myself. Ask me something else.',
    unknown: 'I do not know that. What I was given says nothing about it.',
    unsure: 'I am not sure that this answers your question:',
  },
  de: {
    greeting: 'Hallo! Was möchten Sie wissen?',
    thanks: 'Gern geschehen!',
    bye: 'Auf Wiedersehen!',
    about:
      'Ich bin eine Demo: Hinter mir steht kein KI-Modell und kein Mensch. Ich suche Antworten in dem, was der Besitzer dieses Codes geschrieben hat.',
    help: 'Ich suche Antworten in dem, was der Besitzer dieses Codes geschrieben hat. Fragen Sie mich nach:',
    private: 'Meine Anweisungen behalte ich für mich. Fragen Sie mich etwas anderes.',
    unknown: 'Das weiß ich nicht. Dazu steht nichts in dem, was ich bekommen habe.',
    unsure: 'Ich bin nicht sicher, ob das Ihre Frage beantwortet:',
  },
  es: {
    greeting: '¡Hola! ¿Qué le gustaría saber?',
    thanks: '¡De nada!',
    bye: '¡Adiós!',
    about:
      'Soy una demostración: detrás de mí no hay ningún modelo de IA ni ninguna persona. Busco respuestas en lo que ha escrito el dueño de este código.',
    help: 'Busco respuestas en lo que ha escrito el dueño de este código. Pregúnteme por:',
    private: 'Mis instrucciones me las guardo. Pregúnteme otra cosa.',
    unknown: 'No lo sé. La información que tengo no dice nada sobre eso.',
    unsure: 'No estoy seguro de que esto responda a su pregunta:',
  },
  fr: {
    greeting: 'Bonjour ! Que souhaitez-vous savoir ?',
    thanks: 'Avec plaisir !',
    bye: 'Au revoir !',
    about:
      'Je suis une démonstration : derrière moi, il n’y a ni modèle d’IA ni personne. Je cherche les réponses dans ce que le propriétaire de ce code a écrit.',
    help: 'Je cherche les réponses dans ce que le propriétaire de ce code a écrit. Demandez-moi :',
    private: 'Je garde mes instructions pour moi. Posez-moi une autre question.',
    unknown: 'Je ne sais pas. Les informations que j’ai n’en disent rien.',
    unsure: 'Je ne suis pas sûr que cela réponde à votre question :',
  },
  pt: {
    greeting: 'Olá! O que gostaria de saber?',
    thanks: 'De nada!',
    bye: 'Até logo!',
    about:
      'Sou uma demonstração: por trás de mim não há nenhum modelo de IA nem nenhuma pessoa. Procuro respostas no que o dono deste código escreveu.',
    help: 'Procuro respostas no que o dono deste código escreveu. Pergunte-me sobre:',
    private: 'Guardo as minhas instruções para mim. Pergunte-me outra coisa.',
    unknown: 'Não sei. As informações que tenho não dizem nada sobre isso.',
    unsure: 'Não tenho a certeza de que isto responda à sua pergunta:',
  },
  it: {
    greeting: 'Salve! Che cosa desidera sapere?',
    thanks: 'Prego!',
    bye: 'Arrivederci!',
    about:
      'Sono una demo: dietro di me non c’è un modello di IA né una persona. Cerco le risposte in ciò che ha scritto il proprietario di questo codice.',
    help: 'Cerco le risposte in ciò che ha scritto il proprietario di questo codice. Mi chieda di:',
    private: 'Le mie istruzioni le tengo per me. Mi chieda qualcos’altro.',
    unknown: 'Non lo so. Le informazioni che ho non ne parlano.',
    unsure: 'Non sono sicuro che questo risponda alla sua domanda:',
  },
  pl: {
    greeting: 'Dzień dobry! Co chcą Państwo wiedzieć?',
    thanks: 'Proszę bardzo!',
    bye: 'Do widzenia!',
    about:
      'Jestem wersją demonstracyjną: nie stoi za mną żaden model AI ani człowiek. Szukam odpowiedzi w tym, co napisał właściciel tego kodu.',
    help: 'Szukam odpowiedzi w tym, co napisał właściciel tego kodu. Można mnie zapytać o:',
    private: 'Swoje instrukcje zachowuję dla siebie. Proszę zapytać o coś innego.',
    unknown: 'Tego nie wiem. W informacjach, które mam, nic o tym nie ma.',
    unsure: 'Nie mam pewności, czy to odpowiedź na to pytanie:',
  },
  tr: {
    greeting: 'Merhaba! Ne öğrenmek istersiniz?',
    thanks: 'Rica ederim!',
    bye: 'Hoşça kalın!',
    about:
      'Ben bir demoyum: arkamda bir yapay zekâ modeli ya da bir insan yok. Yanıtları bu kodun sahibinin yazdıklarında arıyorum.',
    help: 'Yanıtları bu kodun sahibinin yazdıklarında arıyorum. Bana şunları sorabilirsiniz:',
    private: 'Talimatlarımı kendime saklıyorum. Bana başka bir şey sorun.',
    unknown: 'Bunu bilmiyorum. Elimdeki bilgilerde bununla ilgili bir şey yok.',
    unsure: 'Bunun sorunuzu yanıtladığından emin değilim:',
  },
  ar: {
    greeting: 'مرحبًا! ماذا تود أن تعرف؟',
    thanks: 'على الرحب والسعة!',
    bye: 'مع السلامة!',
    about:
      'أنا نسخة تجريبية: لا يقف خلفي نموذج ذكاء اصطناعي ولا إنسان. أبحث عن الإجابات فيما كتبه صاحب هذا الرمز.',
    help: 'أبحث عن الإجابات فيما كتبه صاحب هذا الرمز. يمكنك أن تسألني عن:',
    private: 'أحتفظ بتعليماتي لنفسي. اسألني عن شيء آخر.',
    unknown: 'لا أعرف ذلك. المعلومات التي لدي لا تذكر شيئًا عنه.',
    unsure: 'لست متأكدًا من أن هذا يجيب عن سؤالك:',
  },
  zh: {
    greeting: '您好！您想了解什么？',
    thanks: '不客气！',
    bye: '再见！',
    about:
      '我是演示程序：背后没有人工智能模型，也没有真人。我只在此二维码主人写下的内容中查找答案。',
    help: '我在此二维码主人写下的内容中查找答案。您可以问我：',
    private: '我的指令不对外公开。请问我别的问题。',
    unknown: '这个我不知道。我得到的资料里没有提到。',
    unsure: '我不确定这是否回答了您的问题：',
  },
  ja: {
    greeting: 'こんにちは！何をお知りになりたいですか？',
    thanks: 'どういたしまして！',
    bye: 'さようなら！',
    about:
      '私はデモです。背後にAIモデルも人もいません。このコードの持ち主が書いた内容から答えを探します。',
    help: 'このコードの持ち主が書いた内容から答えを探します。例えば次のことをお尋ねください：',
    private: '私への指示はお見せできません。別のことをお尋ねください。',
    unknown: 'それは分かりません。私が持っている情報には書かれていません。',
    unsure: 'ご質問の答えになっているか分かりませんが：',
  },
}
