import { listOf, model, optional, positiveInteger, price, printable, text, url } from './parsers.ts'
import { setting } from './setting.ts'

/** The settings of models and of conversations. */
export const conversationSettings = {
  QPR_AI_MODEL: setting({
    parse: listOf(model),
    default: '',
    doc: 'provider:model (openai, anthropic, google, ollama, compatible), comma-separated fallbacks; empty: detected.',
  }),
  QPR_AI_MODELS: setting({
    parse: listOf(model),
    default: '',
    doc: 'Models that a code may name, as provider:model, comma-separated; empty: those that answer by default.',
  }),
  QPR_AI_BASE_URL: setting({
    parse: optional(url),
    default: '',
    doc: 'The address of the server behind compatible:… models.',
  }),
  QPR_AI_API_KEY: setting({
    parse: optional(printable(1)),
    default: '',
    doc: 'The key for compatible:… models, where they need one.',
    secret: 'all',
  }),
  QPR_AI_PRICES: setting({
    parse: listOf(price),
    default: '',
    doc: 'What a million tokens cost, as provider:model=input/output, comma-separated; empty: cost is 0.',
  }),
  QPR_AI_FIRST_TOKEN_SECONDS: setting({
    parse: positiveInteger,
    default: '20',
    doc: 'How long to wait for the first word of an answer.',
  }),
  QPR_AI_STALL_SECONDS: setting({
    parse: positiveInteger,
    default: '15',
    doc: 'How long to wait between two words of an answer.',
  }),
  OPENAI_API_KEY: setting({
    parse: optional(printable(1)),
    default: '',
    doc: 'The key for openai:… models.',
    secret: 'all',
  }),
  ANTHROPIC_API_KEY: setting({
    parse: optional(printable(1)),
    default: '',
    doc: 'The key for anthropic:… models.',
    secret: 'all',
  }),
  GOOGLE_GENERATIVE_AI_API_KEY: setting({
    parse: optional(printable(1)),
    default: '',
    doc: 'The key for google:… models.',
    secret: 'all',
  }),
  OLLAMA_HOST: setting({
    parse: text,
    default: '127.0.0.1:11434',
    doc: 'Where a local Ollama is looked for, for ollama:… models.',
  }),
  QPR_CONVERSATION_IDLE_SECONDS: setting({
    parse: positiveInteger,
    default: '1800',
    doc: 'Seconds after which a silent conversation ends.',
  }),
  QPR_CONVERSATION_RETENTION_DAYS: setting({
    parse: optional(positiveInteger),
    default: '',
    doc: 'Days after which ended conversations are deleted. Empty: never.',
  }),
  QPR_LIMIT_MESSAGES_PER_MINUTE: setting({
    parse: positiveInteger,
    default: '20',
    doc: 'Messages a minute in one conversation.',
  }),
  QPR_LIMIT_MESSAGES: setting({
    parse: positiveInteger,
    default: '200',
    doc: 'Messages of the visitor in one conversation; then it ends.',
  }),
  QPR_LIMIT_OPENINGS_PER_MINUTE: setting({
    parse: positiveInteger,
    default: '120',
    doc: 'Conversations that one address may open in a minute.',
  }),
  QPR_LIMIT_COSTLY_PER_MINUTE: setting({
    parse: positiveInteger,
    default: '120',
    doc: 'Large or detailed images, and long pages, that one address may have made in a minute.',
  }),
  QPR_LIMIT_UNTRUSTED_PROXY: setting({
    parse: positiveInteger,
    default: '50',
    doc: 'How many times a limit for one address is allowed to a proxy that QPR_TRUST_PROXY does not name.',
  }),
  QPR_LIMIT_OUTPUT_TOKENS: setting({
    parse: positiveInteger,
    default: '1000',
    doc: 'Tokens that one answer may have.',
  }),
  QPR_LIMIT_TOKENS_PER_DAY: setting({
    parse: positiveInteger,
    default: '500000',
    doc: 'Tokens that all answers of one code may use on one day (UTC).',
  }),
}
