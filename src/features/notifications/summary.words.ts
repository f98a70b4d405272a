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

export const summaryWords: Record<OwnerLanguage, typeof en> = { en, de }
