import { embeddingModel, modelName, price } from '../../features/models/model-name.ts'
import {
  currency,
  listOf,
  numberSetting,
  optionalSetting,
  pairOf,
  positiveInteger,
  secretSetting,
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
  QPR_AI_BASE_URL: optionalSetting(url, 'The address of the server behind compatible:… models.'),
  QPR_AI_API_KEY: secretSetting('The key for compatible:… models, if they need one.'),
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
  QPR_AI_EMBEDDING_MODEL: optionalSetting(
    embeddingModel,
    'The model that computes vectors for the search in sources, as provider:model (openai, ' +
      'google, ollama, compatible) or local:FOLDER; empty: the package qpr-embedding-model if it ' +
      'is installed; none: the search compares words.',
  ),
  QPR_KNOWLEDGE_PROMPT_TOKENS: numberSetting(
    '4000',
    'Sources of a code up to this number of tokens go into every prompt as a whole; above it, ' +
      'the passages that fit the question.',
  ),
  QPR_AI_REWRITING_MS: numberSetting(
    '1500',
    'The maximum time by which a model that rewrites a question for the search delays the first ' +
      'word of its answer, in milliseconds.',
  ),
  QPR_AI_FIRST_TOKEN_SECONDS: numberSetting(
    '20',
    'Seconds to wait for the first token of an answer.',
  ),
  QPR_AI_STALL_SECONDS: numberSetting('15', 'Seconds to wait between two tokens of an answer.'),
  OPENAI_API_KEY: secretSetting('The key for openai:… models.'),
  OPENAI_BASE_URL: optionalSetting(
    url,
    'The address for openai:… models, such as a gateway; empty: https://api.openai.com/v1.',
  ),
  ANTHROPIC_API_KEY: secretSetting('The key for anthropic:… models.'),
  ANTHROPIC_BASE_URL: optionalSetting(
    url,
    'The address for anthropic:… models, such as a gateway; empty: https://api.anthropic.com/v1.',
  ),
  GOOGLE_GENERATIVE_AI_API_KEY: secretSetting('The key for google:… models.'),
  GOOGLE_GENERATIVE_AI_BASE_URL: optionalSetting(
    url,
    'The address for google:… models, such as a gateway; empty: https://generativelanguage.googleapis.com/v1beta.',
  ),
  OLLAMA_HOST: setting({
    parse: text,
    default: '127.0.0.1:11434',
    doc: 'The address of a local Ollama, for ollama:… models.',
  }),
  QPR_CONVERSATION_IDLE_SECONDS: numberSetting(
    '1800',
    'Seconds after which a silent conversation ends.',
  ),
  QPR_CONVERSATION_RETENTION_DAYS: optionalSetting(
    positiveInteger,
    'Days after which ended conversations are deleted. Empty: never.',
  ),
  QPR_LIMIT_MESSAGES_PER_MINUTE: numberSetting(
    '20',
    'Maximum messages a minute in one conversation.',
  ),
  QPR_LIMIT_MESSAGES: numberSetting(
    '200',
    'Maximum messages of the visitor in one conversation; then it ends.',
  ),
  QPR_LIMIT_OPENINGS_PER_MINUTE: numberSetting(
    '120',
    'Maximum conversations that one address may open in a minute.',
  ),
  QPR_LIMIT_HANDOFFS_PER_HOUR: setting({
    parse: pairOf(positiveInteger),
    default: '30,300',
    doc:
      'Maximum requests for a person in an hour, as two numbers: from one address to one ' +
      'organization, to one organization in all.',
  }),
  QPR_LIMIT_COSTLY_PER_MINUTE: numberSetting(
    '120',
    'Maximum costly images and pages for one address in a minute.',
  ),
  QPR_LIMIT_UNTRUSTED_PROXY: numberSetting(
    '50',
    'Factor by which a limit for one address is raised for a proxy that QPR_TRUST_PROXY does ' +
      'not name.',
  ),
  QPR_LIMIT_OUTPUT_TOKENS: numberSetting('1000', 'Maximum tokens of one answer.'),
  QPR_LIMIT_TOKENS_PER_DAY: numberSetting(
    '500000',
    'Maximum tokens of all answers of one code on one day (UTC).',
  ),
}
