import { embeddingModel, modelName, price } from '../../features/models/model-name.ts'
import {
  currency,
  listOf,
  optional,
  pairOf,
  positiveInteger,
  printable,
  setting,
  text,
  url,
} from '../../platform/kit/parsers.ts'

/** The settings of models and of conversations. */
export const conversationSettings = {
  QPR_AI_MODEL: setting({
    parse: listOf(modelName),
    default: '',
    doc:
      'The default model as provider:model (openai, anthropic, google, ollama, compatible), then ' +
      'comma-separated fallbacks; empty: detected.',
  }),
  QPR_AI_MODELS: setting({
    parse: listOf(modelName),
    default: '',
    doc:
      'Models that a code may name, as provider:model, comma-separated; empty: the default model ' +
      'and its fallbacks.',
  }),
  QPR_AI_BASE_URL: setting({
    parse: optional(url),
    default: '',
    doc: 'The address of the server behind compatible:… models.',
  }),
  QPR_AI_API_KEY: setting({
    parse: optional(printable(1)),
    default: '',
    doc: 'The key for compatible:… models, if they need one.',
    secret: 'all',
  }),
  QPR_AI_PRICES: setting({
    parse: listOf(price),
    default: '',
    doc:
      'Price of a million tokens, as provider:model=input/output, comma-separated; empty: cost ' +
      'is 0.',
  }),
  QPR_AI_CURRENCY: setting({
    parse: currency,
    default: 'USD',
    doc: 'The currency of QPR_AI_PRICES, an ISO 4217 code.',
  }),
  QPR_AI_EMBEDDING_MODEL: setting({
    parse: optional(embeddingModel),
    default: '',
    doc:
      'The model that computes vectors for the search in sources, as provider:model (openai, ' +
      'google, ollama, compatible); empty: the search compares words.',
  }),
  QPR_KNOWLEDGE_PROMPT_TOKENS: setting({
    parse: positiveInteger,
    default: '4000',
    doc:
      'Sources of a code up to this number of tokens go into every prompt as a whole; above it, ' +
      'the passages that fit the question.',
  }),
  QPR_AI_FIRST_TOKEN_SECONDS: setting({
    parse: positiveInteger,
    default: '20',
    doc: 'Seconds to wait for the first token of an answer.',
  }),
  QPR_AI_STALL_SECONDS: setting({
    parse: positiveInteger,
    default: '15',
    doc: 'Seconds to wait between two tokens of an answer.',
  }),
  OPENAI_API_KEY: setting({
    parse: optional(printable(1)),
    default: '',
    doc: 'The key for openai:… models.',
    secret: 'all',
  }),
  OPENAI_BASE_URL: setting({
    parse: optional(url),
    default: '',
    doc: 'The address for openai:… models, such as a gateway; empty: https://api.openai.com/v1.',
  }),
  ANTHROPIC_API_KEY: setting({
    parse: optional(printable(1)),
    default: '',
    doc: 'The key for anthropic:… models.',
    secret: 'all',
  }),
  ANTHROPIC_BASE_URL: setting({
    parse: optional(url),
    default: '',
    doc: 'The address for anthropic:… models, such as a gateway; empty: https://api.anthropic.com/v1.',
  }),
  GOOGLE_GENERATIVE_AI_API_KEY: setting({
    parse: optional(printable(1)),
    default: '',
    doc: 'The key for google:… models.',
    secret: 'all',
  }),
  GOOGLE_GENERATIVE_AI_BASE_URL: setting({
    parse: optional(url),
    default: '',
    doc: 'The address for google:… models, such as a gateway; empty: https://generativelanguage.googleapis.com/v1beta.',
  }),
  OLLAMA_HOST: setting({
    parse: text,
    default: '127.0.0.1:11434',
    doc: 'The address of a local Ollama, for ollama:… models.',
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
    doc: 'Maximum messages a minute in one conversation.',
  }),
  QPR_LIMIT_MESSAGES: setting({
    parse: positiveInteger,
    default: '200',
    doc: 'Maximum messages of the visitor in one conversation; then it ends.',
  }),
  QPR_LIMIT_OPENINGS_PER_MINUTE: setting({
    parse: positiveInteger,
    default: '120',
    doc: 'Maximum conversations that one address may open in a minute.',
  }),
  QPR_LIMIT_HANDOFFS_PER_HOUR: setting({
    parse: pairOf(positiveInteger),
    default: '30,300',
    doc:
      'Maximum requests for a person in an hour, as two numbers: from one address to one ' +
      'organization, to one organization in all.',
  }),
  QPR_LIMIT_COSTLY_PER_MINUTE: setting({
    parse: positiveInteger,
    default: '120',
    doc: 'Maximum costly images and pages for one address in a minute.',
  }),
  QPR_LIMIT_UNTRUSTED_PROXY: setting({
    parse: positiveInteger,
    default: '50',
    doc:
      'Factor by which a limit for one address is raised for a proxy that QPR_TRUST_PROXY does ' +
      'not name.',
  }),
  QPR_LIMIT_OUTPUT_TOKENS: setting({
    parse: positiveInteger,
    default: '1000',
    doc: 'Maximum tokens of one answer.',
  }),
  QPR_LIMIT_TOKENS_PER_DAY: setting({
    parse: positiveInteger,
    default: '500000',
    doc: 'Maximum tokens of all answers of one code on one day (UTC).',
  }),
}
