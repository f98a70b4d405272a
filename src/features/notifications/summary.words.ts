import type { OwnerLanguage } from '#contract/languages.ts'

const en = {
  figures: 'Scans and conversations',
  scans: 'Scans',
  conversations: 'Conversations',
  noneBefore: 'none in the period before',
  unanswered: 'Questions without an answer: open one to answer it',
  countedConversations: (count: number, number: string) =>
    count === 1 ? '(1 conversation)' : `(${number} conversations)`,
  moreQuestions: (count: number, number: string) =>
    count === 1 ? '1 more question' : `${number} more questions`,
  best: 'Answers that visitors liked',
  worst: 'Answers that visitors did not like',
  busiest: (timeZone: string) => `Busiest hours (${timeZone})`,
  countedScans: (count: number, number: string) => (count === 1 ? '1 scan' : `${number} scans`),
  quote: (text: string) => `“${text}”`,
  comment: (text: string) => `(comment: “${text}”)`,
}

const de: typeof en = {
  figures: 'Scans und Gespräche',
  scans: 'Scans',
  conversations: 'Gespräche',
  noneBefore: 'keine im Zeitraum davor',
  unanswered: 'Fragen ohne Antwort: zum Beantworten öffnen',
  countedConversations: (count, number) => (count === 1 ? '(1 Gespräch)' : `(${number} Gespräche)`),
  moreQuestions: (count, number) => (count === 1 ? '1 weitere Frage' : `${number} weitere Fragen`),
  best: 'Antworten, die Besuchern gefielen',
  worst: 'Antworten, die Besuchern nicht gefielen',
  busiest: (timeZone) => `Meistbesuchte Stunden (${timeZone})`,
  countedScans: (count, number) => (count === 1 ? '1 Scan' : `${number} Scans`),
  quote: (text) => `„${text}“`,
  comment: (text) => `(Kommentar: „${text}“)`,
}

const fr: typeof en = {
  figures: 'Scans et conversations',
  scans: 'Scans',
  conversations: 'Conversations',
  noneBefore: 'aucun sur la période précédente',
  unanswered: 'Questions sans réponse : ouvrez-en une pour y répondre',
  countedConversations: (count, number) =>
    count === 1 ? '(1 conversation)' : `(${number} conversations)`,
  moreQuestions: (count, number) =>
    count === 1 ? '1 autre question' : `${number} autres questions`,
  best: 'Réponses que les visiteurs ont aimées',
  worst: 'Réponses que les visiteurs n’ont pas aimées',
  busiest: (timeZone) => `Heures de pointe (${timeZone})`,
  countedScans: (count, number) => (count === 1 ? '1 scan' : `${number} scans`),
  quote: (text) => `« ${text} »`,
  comment: (text) => `(commentaire : « ${text} »)`,
}

const es: typeof en = {
  figures: 'Escaneos y conversaciones',
  scans: 'Escaneos',
  conversations: 'Conversaciones',
  noneBefore: 'ninguno en el periodo anterior',
  unanswered: 'Preguntas sin respuesta: abra una para responderla',
  countedConversations: (count, number) =>
    count === 1 ? '(1 conversación)' : `(${number} conversaciones)`,
  moreQuestions: (count, number) => (count === 1 ? '1 pregunta más' : `${number} preguntas más`),
  best: 'Respuestas que gustaron a los visitantes',
  worst: 'Respuestas que no gustaron a los visitantes',
  busiest: (timeZone) => `Horas punta (${timeZone})`,
  countedScans: (count, number) => (count === 1 ? '1 escaneo' : `${number} escaneos`),
  quote: (text) => `«${text}»`,
  comment: (text) => `(comentario: «${text}»)`,
}

const it: typeof en = {
  figures: 'Scansioni e conversazioni',
  scans: 'Scansioni',
  conversations: 'Conversazioni',
  noneBefore: 'nessuna nel periodo precedente',
  unanswered: 'Domande senza risposta: ne apra una per rispondere',
  countedConversations: (count, number) =>
    count === 1 ? '(1 conversazione)' : `(${number} conversazioni)`,
  moreQuestions: (count, number) => (count === 1 ? '1 altra domanda' : `altre ${number} domande`),
  best: 'Risposte piaciute ai visitatori',
  worst: 'Risposte non piaciute ai visitatori',
  busiest: (timeZone) => `Ore di punta (${timeZone})`,
  countedScans: (count, number) => (count === 1 ? '1 scansione' : `${number} scansioni`),
  quote: (text) => `«${text}»`,
  comment: (text) => `(commento: «${text}»)`,
}

export const summaryWords: Record<OwnerLanguage, typeof en> = { en, de, fr, es, it }
