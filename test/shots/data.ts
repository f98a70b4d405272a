// What the screenshots show: a hotel with a month behind it.
import { demoOrganizations } from '../../src/cli/remote/seed.ts'

export const organization = { name: 'Harbour Hotels', slug: 'harbour-hotels' }

const people = demoOrganizations[0]?.invited ?? []
export const members = people.slice(0, 3)
export const invited = people.slice(3)

/** The busiest first. */
export const codes = [
  ...(demoOrganizations[0]?.codes ?? []),
  {
    name: 'Harbour Café, tables',
    template: 'hospitality',
    prompt:
      'You are the host of the Harbour Café. It is open from 8:00 to 18:00. The apple crumble is ' +
      'vegan. Oat milk costs nothing extra. Dogs are welcome.',
    suggestions: ['What is vegan?', 'Do you have oat milk?'],
    style: { color: '#7a2e1d', dots: 'rounded' },
  },
  {
    name: 'Bicycles to borrow',
    template: 'retail',
    prompt: 'Bicycles are free for guests, for up to four hours. Helmets are at the reception.',
  },
  {
    name: 'Boat tours from the pier',
    template: 'events',
    prompt:
      'Boats leave at 10:00, 13:00 and 16:00. Adults pay 24 euros, children under 12 nothing.',
  },
  {
    name: 'First aid and pharmacy',
    template: 'healthcare',
    prompt: 'The nearest pharmacy is at Hafenstrasse 12. In an emergency call 112.',
  },
  {
    name: 'Harbour Hotel, parking',
    template: 'business',
    prompt: 'The garage costs 22 euros for a day. Its height is 2.05 metres. It has six chargers.',
  },
  {
    name: 'Breakfast room',
    template: 'hospitality',
    prompt: 'Breakfast is from 7:00 to 10:30. Gluten-free bread is at the second buffet.',
  },
  {
    name: 'Gift shop',
    template: 'retail',
    prompt: 'The shop is open from 9:00 to 20:00. Postcards cost 1.50 euros, stamps are here too.',
  },
]

export interface Said {
  said: string[]
  rating?: 'up' | 'down'
  comment?: string
  language?: string
}

/** Asked at the first code. */
export const talks: Said[] = [
  {
    said: [
      'When is breakfast tomorrow?',
      'Tomorrow is Sunday, so you have a little longer: breakfast is from **7:00 to 11:30** in the winter garden.\n\nWould you like a table by the window? The reception can hold one for you, extension 9.',
      'Is there anything without gluten?',
      'Yes:\n\n- gluten-free bread and rolls at the second buffet\n- porridge made with gluten-free oats\n- fruit, yoghurt and eggs as you like them\n\nPlease tell the kitchen if it is coeliac disease: then they use a pan of its own.',
      'Perfect, and can we check out later?',
      'Check-out is until 11:00. A **late check-out until 14:00** costs 30 euros; in the Harbour Circle it is free. The reception arranges it.',
    ],
    rating: 'up',
    comment: 'Quicker than the phone. Thank you!',
  },
  {
    said: ['When is breakfast?', 'From 7:00 to 10:30, on Sundays until 11:30.'],
    rating: 'up',
  },
  {
    said: [
      'Wie lange hat das Schwimmbad offen?',
      'Das Schwimmbad im fünften Stock ist von 6:30 bis 22:00 Uhr geöffnet.',
      'Gibt es dort Handtücher?',
      'Ja, Handtücher liegen am Eingang bereit.',
    ],
    rating: 'up',
    language: 'de',
  },
  { said: ['What is the Wi-Fi password?', 'The password is on your key card.'] },
  {
    said: [
      'Can I get a taxi at 5 in the morning?',
      'Taxis are ordered at the reception, extension 9, at any hour.',
    ],
    rating: 'up',
  },
  {
    said: [
      'Is there a gym?',
      'I do not know of one in the house. The reception can tell you about one nearby.',
    ],
    rating: 'down',
    comment: 'There is one in the basement!',
  },
  { said: ['Where is the pool?', 'On the fifth floor, open from 6:30 to 22:00.'] },
  { said: ['Can I check out later?', 'Until 14:00, for 30 euros.'], rating: 'up' },
  { said: ['À quelle heure est le petit déjeuner ?', 'De 7h00 à 10h30.'], language: 'fr' },
  { said: ['Do you have a room with a bathtub?', 'The reception can look for you, extension 9.'] },
]

/** Asked at the others. */
export const otherTalks: Said[] = [
  { said: ['When do you open?', 'At 8:00, every day.'], rating: 'up' },
  { said: ['What does it cost?', 'The price list is at the reception.'] },
  { said: ['Can I pay by card?', 'Yes, from 5 euros.'], rating: 'up' },
  { said: ['Do I have to book?', 'For today there are places left.', 'Thanks!', 'With pleasure.'] },
  { said: ['Darf mein Hund mit?', 'Ja, Hunde sind willkommen.'], language: 'de' },
  { said: ['Is there a lift?', 'I do not know. Please ask at the reception.'], rating: 'down' },
]

export const countries = ['DE', 'DE', 'DE', 'DE', 'GB', 'GB', 'DK', 'DK', 'NL', 'US', 'FR', 'SE']

/** Of a day, by the hour: breakfast, and the evening. */
export const hours = [7, 8, 8, 9, 9, 9, 10, 11, 13, 15, 17, 18, 18, 19, 19, 20, 20, 21, 22]

const day = [
  ['07:00', '12:00'],
  ['13:00', '22:00'],
]

export const handoff = {
  enabled: true,
  hours: {
    time_zone: 'Europe/Berlin',
    weekly: { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [['08:00', '20:00']] },
    closed: ['2026-12-25'],
  },
  closed_message: 'We are back at seven. In an emergency call the night porter: +49 40 123456.',
}

export const lead_form = {
  title: 'Leave us a message',
  fields: [
    { key: 'email', label: 'Your e-mail address', type: 'email', required: true },
    { key: 'phone', label: 'Your phone number', type: 'tel', required: false },
    {
      key: 'nights',
      label: 'How long do you stay?',
      type: 'choice',
      required: false,
      choices: ['One night', 'Two or three nights', 'Longer'],
    },
    { key: 'message', label: 'Your message', type: 'text', required: false },
  ],
  consent: 'You may contact me about my request.',
}

export const leads = [
  { email: 'jonas.weber@example.com', message: 'Can we check out at 14:00 on Sunday?' },
  { email: 'lea.moreau@example.com', phone: '+33 6 12 34 56 78', nights: 'Longer' },
  {
    email: 'ana.silva@example.com',
    nights: 'Two or three nights',
    message: 'A table for four on Friday evening, with a highchair please.',
  },
]
