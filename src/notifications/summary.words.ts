import type { MailLanguage } from '#contract/notifications.ts'

interface SummaryWords {
  figures: string
  scans: string
  conversations: string
  noneBefore: string
  best: string
  worst: string
  busiest: (timeZone: string) => string
  countedScans: (count: number, number: string) => string
  quote: (text: string) => string
  comment: (text: string) => string
}

export const summaryWords: Record<MailLanguage, SummaryWords> = {
  en: {
    figures: 'Scans and conversations',
    scans: 'Scans',
    conversations: 'Conversations',
    noneBefore: 'none in the period before',
    best: 'Answers that visitors liked',
    worst: 'Answers that visitors did not like',
    busiest: (timeZone) => `Busiest hours (${timeZone})`,
    countedScans: (count, number) => (count === 1 ? '1 scan' : `${number} scans`),
    quote: (text) => `“${text}”`,
    comment: (text) => `(comment: “${text}”)`,
  },
  de: {
    figures: 'Scans und Gespräche',
    scans: 'Scans',
    conversations: 'Gespräche',
    noneBefore: 'keine im Zeitraum davor',
    best: 'Antworten, die Besuchern gefielen',
    worst: 'Antworten, die Besuchern nicht gefielen',
    busiest: (timeZone) => `Meistbesuchte Stunden (${timeZone})`,
    countedScans: (count, number) => (count === 1 ? '1 Scan' : `${number} Scans`),
    quote: (text) => `„${text}“`,
    comment: (text) => `(Kommentar: „${text}“)`,
  },
}
