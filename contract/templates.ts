/** What a code is for, in the order in which templates are shown. */
export const templates = [
  'business',
  'rewards',
  'events',
  'personal',
  'hospitality',
  'healthcare',
  'retail',
] as const

export type Template = (typeof templates)[number]

/** The first message of a code without a welcome message. */
const greetings: Record<Template, (name: string) => string> = {
  business: (name) => `Welcome to ${name}. How can I help you?`,
  rewards: (name) => `Welcome to ${name}. Ask me about points, rewards and how to use them.`,
  events: (name) => `Welcome to ${name}. What would you like to know about the event?`,
  personal: (name) => `Hello, this is ${name}. What would you like to know?`,
  hospitality: (name) => `Welcome to ${name}. What can I do to make your stay a pleasant one?`,
  healthcare: (name) => `Welcome to ${name}. Which question can I answer for you?`,
  retail: (name) => `Welcome to ${name}. What are you looking for today?`,
}

export const greetingFor = (template: Template, name: string): string => greetings[template](name)
