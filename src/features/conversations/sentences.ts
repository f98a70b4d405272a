import type { FastifyRequest } from 'fastify'
import { type ScanLanguage, scanLanguages } from '#contract/languages.ts'
import { problem } from '../../platform/http/problem.ts'
import { remember } from '../../platform/kit/bounded.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { pickLanguage } from '../../platform/text/text.ts'
import type { ScannableCode } from '../codes/codes.views.ts'

/**
 * The choice in the menu, else the first language of the browser in which the code has texts, else
 * the language of the code, else the language of the browser.
 */
export const visitorLanguage = (
  request: FastifyRequest,
  code: Partial<Pick<ScannableCode, 'language' | 'translations'>> = {},
): ScanLanguage => {
  const { lang } = request.query as { lang?: unknown }
  const chosen = scanLanguages.find((language) => language === lang)
  if (chosen) return chosen
  const accepted = request.headers['accept-language'] ?? ''
  if (!code.language) return knownLanguage(accepted)
  const translated = Object.keys(code.translations ?? {}) as ScanLanguage[]
  return translated.length === 0
    ? code.language
    : pickLanguage(accepted.slice(0, 500), [code.language, ...translated])
}

const knownLanguage = remember('languages', { bytes: 2 ** 19 }, (accepted) =>
  pickLanguage(accepted, scanLanguages),
)

/** The service's own messages to a visitor, in the languages of the page. */
const inEnglish = {
  tooFast: 'That was quick. Please wait a moment before the next message.',
  tooManyOpenings: 'Too many conversations were opened from here. Please try again in a minute.',
  usedUp: 'This assistant has answered as much as it may today. Please come back tomorrow.',
  usedUpThisMonth:
    'No more questions can be answered here this month. Please come back next month.',
  modelFailed: 'The assistant could not answer. Please try again.',
  interrupted: 'The answer was interrupted. Please try again.',
  /** For failures that a retry does not solve. */
  cannotAnswer: 'The assistant cannot answer this. Please ask a person here.',
  /** For a message to a conversation whose code was archived. */
  archived:
    'This code is no longer in use, so no more questions are answered here. Please ask a person here.',
  /** Below an answer that ended at its maximum length. */
  truncated: 'The answer reached its maximum length. Ask for the rest to read on.',
}

type Sentences = typeof inEnglish

const sentences: Record<string, Sentences> = {
  en: inEnglish,
  de: {
    tooFast: 'Das ging schnell. Bitte warten Sie kurz vor der nächsten Nachricht.',
    tooManyOpenings:
      'Von hier wurden zu viele Gespräche begonnen. Bitte versuchen Sie es in einer Minute wieder.',
    usedUp:
      'Dieser Assistent hat für heute so viel geantwortet, wie er darf. Bitte kommen Sie morgen wieder.',
    usedUpThisMonth:
      'In diesem Monat können hier keine Fragen mehr beantwortet werden. Bitte kommen Sie nächsten Monat wieder.',
    modelFailed: 'Der Assistent konnte nicht antworten. Bitte versuchen Sie es noch einmal.',
    interrupted: 'Die Antwort wurde unterbrochen. Bitte versuchen Sie es noch einmal.',
    cannotAnswer: 'Darauf kann der Assistent nicht antworten. Bitte fragen Sie vor Ort.',
    archived:
      'Dieser Code ist nicht mehr in Gebrauch, deshalb werden hier keine Fragen mehr beantwortet. Bitte fragen Sie vor Ort.',
    truncated:
      'Die Antwort hat ihre Höchstlänge erreicht. Fragen Sie nach dem Rest, um weiterzulesen.',
  },
  es: {
    tooFast: 'Eso fue rápido. Espere un momento antes del siguiente mensaje.',
    tooManyOpenings:
      'Desde aquí se han abierto demasiadas conversaciones. Inténtelo de nuevo en un minuto.',
    usedUp: 'Este asistente ya ha respondido todo lo que puede por hoy. Vuelva mañana, por favor.',
    usedUpThisMonth:
      'Este mes ya no se pueden responder más preguntas aquí. Vuelva el mes que viene, por favor.',
    modelFailed: 'El asistente no ha podido responder. Inténtelo de nuevo.',
    interrupted: 'La respuesta se interrumpió. Inténtelo de nuevo.',
    cannotAnswer: 'El asistente no puede responder a esto. Pregunte a una persona aquí.',
    archived:
      'Este código ya no está en uso, por lo que aquí ya no se responden preguntas. Pregunte a una persona aquí.',
    truncated: 'La respuesta alcanzó su longitud máxima. Pida el resto para seguir leyendo.',
  },
  fr: {
    tooFast: 'C’était rapide. Veuillez patienter un instant avant le prochain message.',
    tooManyOpenings:
      'Trop de conversations ont été ouvertes depuis ici. Veuillez réessayer dans une minute.',
    usedUp: 'Cet assistant a répondu autant qu’il le peut aujourd’hui. Veuillez revenir demain.',
    usedUpThisMonth:
      'Ce mois-ci, plus aucune question ne peut recevoir de réponse ici. Veuillez revenir le mois prochain.',
    modelFailed: 'L’assistant n’a pas pu répondre. Veuillez réessayer.',
    interrupted: 'La réponse a été interrompue. Veuillez réessayer.',
    cannotAnswer:
      'L’assistant ne peut pas répondre à cela. Veuillez demander à une personne sur place.',
    archived:
      'Ce code n’est plus utilisé : les questions ne reçoivent plus de réponse ici. Veuillez demander à une personne sur place.',
    truncated: 'La réponse a atteint sa longueur maximale. Demandez la suite pour continuer.',
  },
  pt: {
    tooFast: 'Foi rápido. Aguarde um momento antes da próxima mensagem.',
    tooManyOpenings:
      'Foram abertas demasiadas conversas a partir daqui. Tente dentro de um minuto.',
    usedUp: 'Este assistente já respondeu tudo o que pode por hoje. Volte amanhã, por favor.',
    usedUpThisMonth:
      'Este mês já não é possível responder aqui a mais perguntas. Volte no próximo mês, por favor.',
    modelFailed: 'O assistente não conseguiu responder. Tente novamente.',
    interrupted: 'A resposta foi interrompida. Tente novamente.',
    cannotAnswer: 'O assistente não pode responder a isto. Pergunte a uma pessoa no local.',
    archived:
      'Este código já não está em uso, por isso já não se responde aqui a perguntas. Pergunte a uma pessoa no local.',
    truncated: 'A resposta atingiu o tamanho máximo. Peça o resto para continuar a ler.',
  },
  it: {
    tooFast: 'È stato veloce. Attenda un momento prima del prossimo messaggio.',
    tooManyOpenings: 'Da qui sono state aperte troppe conversazioni. Riprovi tra un minuto.',
    usedUp: 'Per oggi questo assistente ha risposto quanto poteva. Torni domani, per favore.',
    usedUpThisMonth:
      'Per questo mese qui non è più possibile rispondere ad altre domande. Torni il mese prossimo, per favore.',
    modelFailed: 'L’assistente non è riuscito a rispondere. Riprovi.',
    interrupted: 'La risposta è stata interrotta. Riprovi.',
    cannotAnswer: 'L’assistente non può rispondere a questo. Chieda a una persona sul posto.',
    archived:
      'Questo codice non è più in uso, quindi qui non si risponde più alle domande. Chieda a una persona sul posto.',
    truncated:
      'La risposta ha raggiunto la lunghezza massima. Chieda il resto per continuare a leggere.',
  },
  pl: {
    tooFast: 'To było szybkie. Proszę chwilę poczekać przed następną wiadomością.',
    tooManyOpenings: 'Otwarto stąd zbyt wiele rozmów. Proszę spróbować za minutę.',
    usedUp: 'Ten asystent odpowiedział dziś już tyle, ile może. Proszę wrócić jutro.',
    usedUpThisMonth:
      'W tym miesiącu nie można tu już odpowiedzieć na więcej pytań. Proszę wrócić w przyszłym miesiącu.',
    modelFailed: 'Asystent nie mógł odpowiedzieć. Proszę spróbować ponownie.',
    interrupted: 'Odpowiedź została przerwana. Proszę spróbować ponownie.',
    cannotAnswer: 'Asystent nie może na to odpowiedzieć. Proszę zapytać kogoś na miejscu.',
    archived:
      'Ten kod nie jest już używany, dlatego nie ma tu już odpowiedzi na pytania. Proszę zapytać kogoś na miejscu.',
    truncated:
      'Odpowiedź osiągnęła maksymalną długość. Proszę poprosić o resztę, aby czytać dalej.',
  },
  tr: {
    tooFast: 'Bu hızlıydı. Lütfen bir sonraki mesajdan önce biraz bekleyin.',
    tooManyOpenings: 'Buradan çok fazla görüşme açıldı. Lütfen bir dakika sonra yeniden deneyin.',
    usedUp: 'Bu asistan bugün yanıtlayabileceği kadar yanıtladı. Lütfen yarın yeniden gelin.',
    usedUpThisMonth:
      'Bu ay burada daha fazla soru yanıtlanamıyor. Lütfen gelecek ay yeniden gelin.',
    modelFailed: 'Asistan yanıt veremedi. Lütfen yeniden deneyin.',
    interrupted: 'Yanıt yarıda kesildi. Lütfen yeniden deneyin.',
    cannotAnswer: 'Asistan bunu yanıtlayamıyor. Lütfen buradaki bir kişiye sorun.',
    archived:
      'Bu kod artık kullanılmıyor, bu nedenle burada artık soru yanıtlanmıyor. Lütfen buradaki bir kişiye sorun.',
    truncated: 'Yanıt en fazla uzunluğuna ulaştı. Devamını okumak için kalanını isteyin.',
  },
  ar: {
    tooFast: 'كان ذلك سريعًا. يُرجى الانتظار قليلًا قبل الرسالة التالية.',
    tooManyOpenings: 'فُتحت محادثات كثيرة جدًا من هنا. يُرجى المحاولة بعد دقيقة.',
    usedUp: 'أجاب هذا المساعد اليوم بقدر ما يُسمح له. يُرجى العودة غدًا.',
    usedUpThisMonth: 'لا يمكن الإجابة هنا عن أسئلة أخرى هذا الشهر. يُرجى العودة في الشهر القادم.',
    modelFailed: 'لم يتمكن المساعد من الإجابة. يُرجى المحاولة مرة أخرى.',
    interrupted: 'انقطعت الإجابة. يُرجى المحاولة مرة أخرى.',
    cannotAnswer: 'لا يستطيع المساعد الإجابة عن هذا. يُرجى سؤال شخص في المكان.',
    archived: 'لم يعد هذا الرمز مستخدَمًا، ولذلك لم تعد الأسئلة تُجاب هنا. يُرجى سؤال شخص في المكان.',
    truncated: 'بلغت الإجابة أقصى طول لها. اطلب البقية لمتابعة القراءة.',
  },
  zh: {
    tooFast: '您发得很快，请稍等片刻再发送下一条消息。',
    tooManyOpenings: '此处打开的对话过多，请一分钟后再试。',
    usedUp: '该助手今天的回答次数已用完，请明天再来。',
    usedUpThisMonth: '本月此处无法再回答更多问题，请下个月再来。',
    modelFailed: '助手未能回答，请重试。',
    interrupted: '回答被中断，请重试。',
    cannotAnswer: '助手无法回答这个问题，请向现场人员咨询。',
    archived: '此二维码已停用，这里不再回答问题，请向现场人员咨询。',
    truncated: '回答已达到最大长度。如需继续阅读，请询问余下内容。',
  },
  ja: {
    tooFast: '送信が早すぎます。少し待ってから次のメッセージを送ってください。',
    tooManyOpenings: 'ここから開かれた会話が多すぎます。1分後にもう一度お試しください。',
    usedUp: 'このアシスタントは本日分の回答を終えました。明日またお越しください。',
    usedUpThisMonth: '今月はこれ以上のご質問にお答えできません。来月またお越しください。',
    modelFailed: 'アシスタントが回答できませんでした。もう一度お試しください。',
    interrupted: '回答が中断されました。もう一度お試しください。',
    cannotAnswer: 'アシスタントはこれにお答えできません。現地のスタッフにお尋ねください。',
    archived:
      'このコードは現在使われていないため、ここではご質問にお答えできません。現地のスタッフにお尋ねください。',
    truncated: '回答が最大の長さに達しました。続きを読むには、残りをお尋ねください。',
  },
}

export const sentencesIn = (language: string): Sentences => sentences[language] ?? inEnglish

export const tooMany = (code: string, sentence: string, retryMs: number) =>
  problem(429, code, sentence, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryMs / secondMs))) },
  })

/** Does not mention plans, which concern only the owner. */
export const monthUsedUp = (sentence: string) => problem(402, 'plan_limit_reached', sentence)

export const noSuchCode = () => problem(404, 'code_not_found', 'There is no such code.')
/** With a sentence for the visitor. */
export const codeArchived = (language: string) =>
  problem(410, 'code_archived', sentencesIn(language).archived)
export const conversationNotFound = () =>
  problem(404, 'conversation_not_found', 'There is no such conversation.')
export const conversationEnded = () =>
  problem(410, 'conversation_ended', 'This conversation has ended. Start a new one.')
export const answerRunning = () =>
  problem(409, 'answer_running', 'An answer is still running. Stop it, or wait for its end.')
export const nothingToRetry = () =>
  problem(409, 'nothing_to_retry', 'The last answer did not fail, so it cannot be retried.')
