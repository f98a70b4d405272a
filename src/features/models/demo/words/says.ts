import type { ScanLanguage } from '#contract/languages.ts'
import { foldWords, stemsOf } from '../../../../platform/text/words.ts'

/** The demo's own sentences. It quotes everything else. */
interface DemoWords {
  /** Introduces itself: the answer to a message without a subject. */
  about: string
  unknown: string
  /** Introduces an answer that may be wrong. */
  unsure: string
  /** Ends the answer to one half of a question: the first or the second half is not known. */
  missing: [first: string, second: string]
}

export const demoWords: Record<ScanLanguage, DemoWords> = {
  en: {
    about:
      'I am a demo: there is no AI model behind me, and no person. I look up answers in what the owner of this code has written.',
    unknown: 'I do not know that. What I was given says nothing about it.',
    unsure: 'I am not sure that this answers your question:',
    missing: [
      'I do not know the first part of your question.',
      'I do not know the second part of your question.',
    ],
  },
  de: {
    about:
      'Ich bin eine Demo: Hinter mir steht kein KI-Modell und kein Mensch. Ich suche Antworten in dem, was der Besitzer dieses Codes geschrieben hat.',
    unknown: 'Das weiß ich nicht. Dazu steht nichts in dem, was ich bekommen habe.',
    unsure: 'Ich bin nicht sicher, ob das Ihre Frage beantwortet:',
    missing: [
      'Den ersten Teil Ihrer Frage kann ich nicht beantworten.',
      'Den zweiten Teil Ihrer Frage kann ich nicht beantworten.',
    ],
  },
  es: {
    about:
      'Soy una demostración: detrás de mí no hay ningún modelo de IA ni ninguna persona. Busco respuestas en lo que ha escrito el dueño de este código.',
    unknown: 'No lo sé. La información que tengo no dice nada sobre eso.',
    unsure: 'No estoy seguro de que esto responda a su pregunta:',
    missing: ['No sé la primera parte de su pregunta.', 'No sé la segunda parte de su pregunta.'],
  },
  fr: {
    about:
      'Je suis une démonstration : derrière moi, il n’y a ni modèle d’IA ni personne. Je cherche les réponses dans ce que le propriétaire de ce code a écrit.',
    unknown: 'Je ne sais pas. Les informations que j’ai n’en disent rien.',
    unsure: 'Je ne suis pas sûr que cela réponde à votre question :',
    missing: [
      'Je ne connais pas la réponse à la première partie de votre question.',
      'Je ne connais pas la réponse à la seconde partie de votre question.',
    ],
  },
  pt: {
    about:
      'Sou uma demonstração: por trás de mim não há nenhum modelo de IA nem nenhuma pessoa. Procuro respostas no que o dono deste código escreveu.',
    unknown: 'Não sei. As informações que tenho não dizem nada sobre isso.',
    unsure: 'Não tenho a certeza de que isto responda à sua pergunta:',
    missing: [
      'Não sei a primeira parte da sua pergunta.',
      'Não sei a segunda parte da sua pergunta.',
    ],
  },
  it: {
    about:
      'Sono una demo: dietro di me non c’è un modello di IA né una persona. Cerco le risposte in ciò che ha scritto il proprietario di questo codice.',
    unknown: 'Non lo so. Le informazioni che ho non ne parlano.',
    unsure: 'Non sono sicuro che questo risponda alla sua domanda:',
    missing: [
      'Non so rispondere alla prima parte della sua domanda.',
      'Non so rispondere alla seconda parte della sua domanda.',
    ],
  },
  pl: {
    about:
      'Jestem wersją demonstracyjną: nie stoi za mną żaden model AI ani człowiek. Szukam odpowiedzi w tym, co napisał właściciel tego kodu.',
    unknown: 'Tego nie wiem. W informacjach, które mam, nic o tym nie ma.',
    unsure: 'Nie mam pewności, czy to odpowiedź na to pytanie:',
    missing: [
      'Nie znam odpowiedzi na pierwszą część pytania.',
      'Nie znam odpowiedzi na drugą część pytania.',
    ],
  },
  tr: {
    about:
      'Ben bir demoyum: arkamda bir yapay zekâ modeli ya da bir insan yok. Yanıtları bu kodun sahibinin yazdıklarında arıyorum.',
    unknown: 'Bunu bilmiyorum. Elimdeki bilgilerde bununla ilgili bir şey yok.',
    unsure: 'Bunun sorunuzu yanıtladığından emin değilim:',
    missing: ['Sorunuzun ilk kısmını bilmiyorum.', 'Sorunuzun ikinci kısmını bilmiyorum.'],
  },
  ar: {
    about:
      'أنا نسخة تجريبية: لا يقف خلفي نموذج ذكاء اصطناعي ولا إنسان. أبحث عن الإجابات فيما كتبه صاحب هذا الرمز.',
    unknown: 'لا أعرف ذلك. المعلومات التي لدي لا تذكر شيئًا عنه.',
    unsure: 'لست متأكدًا من أن هذا يجيب عن سؤالك:',
    missing: ['لا أعرف إجابة الجزء الأول من سؤالك.', 'لا أعرف إجابة الجزء الثاني من سؤالك.'],
  },
  zh: {
    about:
      '我是演示程序：背后没有人工智能模型，也没有真人。我只在此二维码主人写下的内容中查找答案。',
    unknown: '这个我不知道。我得到的资料里没有提到。',
    unsure: '我不确定这是否回答了您的问题：',
    missing: ['您问题的前半部分我不知道。', '您问题的后半部分我不知道。'],
  },
  ja: {
    about:
      '私はデモです。背後にAIモデルも人もいません。このコードの持ち主が書いた内容から答えを探します。',
    unknown: 'それは分かりません。私が持っている情報には書かれていません。',
    unsure: 'ご質問の答えになっているか分かりませんが：',
    missing: ['ご質問の前半は分かりません。', 'ご質問の後半は分かりません。'],
  },
}

/** Words of questions about the demo itself, and of greetings that are no small words. */
export const selfWords = new Set(
  stemsOf(
    foldWords(`ai bot robot chatbot chatgpt gpt human person machine computer alive real talking help
      ki roboter mensch maschine echt hilfe ia humano persona ayuda humain personne aide robo pessoa
      ajuda umano intelligenza aiuto robotem czlowiekiem sztuczna pomoc kimsin insan yapay zeka musun
      misin yardim eres revoir tchau arrivederci widzenia gorusuruz السلامه 你好 您好 谢谢 再见 你是 谁 روبوت انسان ذكاء شخص مساعده 机器人 人工智能 真人 帮助 ロボット 人間 ボット ヘルプ 誰`),
  ),
)
