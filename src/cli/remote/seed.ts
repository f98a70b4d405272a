import { setTimeout as wait } from 'node:timers/promises'
import type { Qpr, Schema } from '../../../sdk/typescript/src/index.ts'
import { type Output, print, printJson } from '../command.ts'
import { connect, type ServiceOptions, targetWithKey } from './target.ts'

interface DemoOrganization {
  name: string
  slug: string
  invited: Schema<'InviteMemberRequest'>[]
  codes: (Schema<'CreateCodeRequest'> & { archived?: true })[]
  knowledge: DemoKnowledge
}

/** A file, and what visitors ask the first code about it and beyond it. */
interface DemoKnowledge {
  file: string
  text: string
  /** The file has the answer. */
  known: string[]
  /** Nobody has told the code. The last one is answered. */
  unknown: string[]
  answer: string
}

const harbourHotel = `You are the concierge of the Harbour Hotel in Hamburg. You are warm and brief.
Breakfast is served from 7:00 to 10:30, on Sundays until 11:30, in the winter garden.
The pool is on the fifth floor and open from 6:30 to 22:00.
Check-out is until 11:00. Late check-out until 14:00 costs 30 euros.
The Wi-Fi is called HarbourGuest; the password is on the key card.
Taxis are ordered at the reception, extension 9.
If you do not know something, send the guest to the reception.`

const cafeMarzipan = `You are the host of Café Marzipan in Lübeck.
We are open from 8:00 to 18:00, on Mondays we are closed.
The marzipan cake contains almonds and eggs. The apple crumble is vegan.
Oat milk costs nothing extra. We take cards from 5 euros.
Dogs are welcome. The toilets are behind the bar on the left.`

const houseManual = `# House manual

## Wellness

The sauna is in the basement. It is open from 14:00 to 22:00, and towels are in the locker.

## Parking

The car park is behind the house and costs 18 euros a day. The gate opens with the key card.

## Children

Cots and high chairs are free of charge. The playroom on the second floor is always open.
`

const menu = `# Menu of Café Marzipan

## Cakes

Marzipan cake, 4.80 euros. Contains almonds and eggs.

Apple crumble, 4.20 euros. Vegan.

## Breakfast

Breakfast for two, 24 euros. It is served until 12:00.
`

/** Realistic data, small enough to read at once. */
export const demoOrganizations: DemoOrganization[] = [
  {
    name: 'Harbour Hotels',
    slug: 'harbour-hotels',
    invited: [
      { email: 'lena.brandt@harbour-hotels.example', role: 'admin' },
      { email: 'tom.okafor@harbour-hotels.example', role: 'editor' },
      { email: 'mira.costa@harbour-hotels.example', role: 'viewer' },
      { email: 'jan.petersen@harbour-hotels.example', role: 'editor' },
    ],
    codes: [
      {
        name: 'Harbour Hotel, rooms',
        template: 'hospitality',
        prompt: harbourHotel,
        suggestions: ['When is breakfast?', 'Where is the pool?', 'Can I check out later?'],
        contact: { label: 'Call the reception', url: 'tel:+494012345690' },
        metadata: { house: 'hamburg', place: 'bedside' },
      },
      {
        name: 'Harbour Hotel, spa',
        template: 'hospitality',
        prompt:
          'You look after the spa of the Harbour Hotel. The sauna is open from 14:00 to 22:00. ' +
          'Massages are booked at the spa desk, from 60 euros for 50 minutes. Towels are there.',
        welcome_message: 'Welcome to the spa. Shall I tell you about the sauna or the massages?',
        metadata: { house: 'hamburg', place: 'spa' },
        suggestions: ['When is the sauna open?'],
      },
      {
        name: 'Harbour Hotel, meeting rooms',
        template: 'business',
        prompt:
          'You help the guests of the meeting rooms. Alster seats 12, Elbe seats 40. Coffee comes ' +
          'at 10:00 and 15:00. The projector is switched on with the silver remote control.',
        metadata: { house: 'hamburg', place: 'meeting' },
      },
      {
        name: 'Harbour Circle',
        template: 'rewards',
        prompt:
          'You explain the Harbour Circle. One night brings 10 points; 100 points are one free ' +
          'night. Points expire after 24 months. Members get late check-out free of charge.',
        metadata: { house: 'all' },
      },
      {
        name: 'New Year’s Eve at the harbour',
        template: 'events',
        prompt:
          'You answer questions about the New Year’s Eve dinner. It starts at 19:00 in the ball ' +
          'room and costs 149 euros. The fireworks are seen best from the roof terrace.',
        metadata: { year: 2025 },
        archived: true,
      },
      {
        name: 'Concierge Lena',
        template: 'personal',
        prompt:
          'You speak for Lena Brandt, head concierge. She is in the house from Tuesday to ' +
          'Saturday. She speaks German, English and Portuguese. Her desk is in the lobby.',
        style: { color: '#0f6b5c', dots: 'rounded' },
      },
    ],
    knowledge: {
      file: 'House manual.md',
      text: houseManual,
      known: ['What does parking cost?', 'Is there a high chair?'],
      unknown: ['Do you lend bicycles?', 'Is there a babysitter?'],
      answer: 'Yes. Ask at the reception one day before; an hour costs 20 euros.',
    },
  },
  {
    name: 'Altstadt Lübeck',
    slug: 'altstadt-luebeck',
    invited: [{ email: 'piet.hansen@altstadt.example', role: 'owner' }],
    codes: [
      {
        name: 'Café Marzipan, tables',
        template: 'hospitality',
        prompt: cafeMarzipan,
        suggestions: ['What is vegan?', 'Do you have oat milk?', 'When do you close?'],
      },
      {
        name: 'Café Marzipan, take-away',
        template: 'retail',
        prompt:
          'You sell take-away cakes. A whole marzipan cake costs 32 euros and needs a day’s ' +
          'notice. A slice costs 4.20 euros. Boxes are made of paper.',
      },
      {
        name: 'Löwen-Apotheke, opening hours',
        template: 'healthcare',
        prompt:
          'You answer for the Löwen-Apotheke. It is open from 8:30 to 18:30, on Saturdays until ' +
          '13:00. Prescriptions ordered by noon are ready at 16:00. Give no medical advice: send ' +
          'people to the pharmacist, or to 112 in an emergency.',
        contact: { label: 'Ask a pharmacist', url: 'tel:+494511234567' },
        suggestions: ['Are you open on Saturdays?'],
      },
      {
        name: 'Bookshop at the gate',
        template: 'retail',
        prompt:
          'You help in a small bookshop. Books that are not here arrive the next day before ' +
          '10:00. Gift wrapping is free. The reading group meets on the first Thursday at 19:30.',
        suggestions: ['When is the reading group?'],
      },
      {
        name: 'Guided walk: seven towers',
        template: 'events',
        prompt:
          'You guide through the old town of Lübeck. The walk takes 90 minutes and starts daily ' +
          'at 11:00 at the Holstentor. St. Mary’s church has the highest brick vault in the world.',
      },
      {
        name: 'Altstadt stamp card',
        template: 'rewards',
        prompt:
          'You explain the stamp card of the old-town shops. Every purchase from 10 euros brings a ' +
          'stamp; ten stamps are a voucher of 10 euros, valid in all twelve shops.',
      },
    ],
    knowledge: {
      file: 'Menu.md',
      text: menu,
      known: ['What does breakfast for two cost?'],
      unknown: ['Can I rent the garden?', 'Do you bake gluten-free?'],
      answer: 'On Fridays we bake an almond cake without flour.',
    },
  },
]

const scansOfACode = 3
const pauseMs = 250

/** Creates demo data over the API: what an owner would create, and what visitors would ask. */
export const seed = async (options: ServiceOptions & Output) => {
  const target = targetWithKey(options)
  const qpr = connect(target)
  const organizations: { name: string; codes: number; invited: number }[] = []
  let scans = 0
  let conversations = 0
  for (const { name, slug, invited, codes, knowledge } of demoOrganizations) {
    const { id } = await qpr.organizations.create({ name, slug })
    for (const invitation of invited) await qpr.members.invite(id, invitation)
    await addKnowledge(qpr, id, knowledge)
    let first: string | undefined
    for (const { archived, ...fields } of codes) {
      const code = await qpr.codes.create({ ...fields, organization_id: id })
      first ??= code.short_id
      for (let scan = 0; scan < scansOfACode; scan++) {
        await (await fetch(`${target.server}/s/${code.short_id}`)).text()
        scans += 1
      }
      for (const question of fields.suggestions ?? []) {
        await ask(qpr, code.short_id, question, 'up')
        conversations += 1
      }
      if (archived) await qpr.codes.update(code.id, { status: 'archived' })
    }
    if (first !== undefined) conversations += await askAbout(qpr, id, first, knowledge)
    organizations.push({ name, codes: codes.length, invited: invited.length })
  }
  if (options.json) return printJson({ organizations, scans, conversations })
  for (const { name, codes, invited } of organizations) {
    print(`${name}: ${codes} codes, ${invited} ${invited === 1 ? 'invitation' : 'invitations'}`)
  }
  print(`${scans} scans, ${conversations} conversations`)
}

const ask = async (qpr: Qpr, shortId: string, question: string, rating?: 'up') => {
  const talk = await qpr.talk(shortId)
  for await (const _part of talk.say(question));
  if (rating) await talk.rate({ rating })
  await talk.close()
}

/** Returns when the file has been read. */
const addKnowledge = async (qpr: Qpr, organization_id: string, knowledge: DemoKnowledge) => {
  const { file: name, text } = knowledge
  const content = new TextEncoder().encode(text)
  let source = await qpr.knowledge.upload(content, { query: { name, organization_id } })
  while (source.status === 'processing') {
    await wait(pauseMs)
    source = await qpr.knowledge.get(source.id)
  }
}

/** Questions that the file answers, and questions that nothing answers. The owner answers the last. */
const askAbout = async (
  qpr: Qpr,
  organization_id: string,
  shortId: string,
  { known, unknown, answer }: DemoKnowledge,
): Promise<number> => {
  for (const question of [...known, ...unknown]) await ask(qpr, shortId, question)
  const last = unknown.at(-1) ?? ''
  const { questions } = await qpr.questions.list({ organization_id })
  const open = questions.find(({ question }) => question === last)
  if (open) await qpr.questions.answer(open.id, { question: last, answer })
  return known.length + unknown.length
}
