// Client generators make one type of each named schema, so every body and every list of values
// gets a name: `createCode` takes a CreateCodeRequest and gives a QprCode.

import { textEncodings } from '#contract/encodings.ts'
import { eventTypes } from '#contract/event-types.ts'
import { chatKinds, handlings, leadFieldTypes } from '#contract/handling.ts'
import { dotShapes, eyeShapes, levels } from '#contract/image-styles.ts'
import { ownerLanguages, scanLanguages } from '#contract/languages.ts'
import { summaryIntervals } from '#contract/notifications.ts'
import { periods } from '#contract/periods.ts'
import { planNames } from '#contract/plans.ts'
import { allPieceSizes, printFormats, printKinds } from '#contract/print-pieces.ts'
import { problemCodes } from '#contract/problem-codes.ts'
import { roles } from '#contract/roles.ts'
import { labelGrids, papers } from '#contract/sheet-layouts.ts'
import { codeSorts, codeStatuses, deliveryStatuses } from '#contract/statuses.ts'
import { templates } from '#contract/templates.ts'
import { jobKinds, jobStatuses } from '../../store/tables.ts'
import { documentMethods, type OpenApiDocument, type Operation, type Schema } from './document.ts'

/** The name of each list of values in the document. Client generators make a type of each. */
const enumNames: Record<string, readonly string[]> = {
  AnswerStatus: ['running', 'done', 'stopped', 'failed'],
  Author: ['visitor', 'assistant'],
  BillingInterval: ['month', 'year'],
  BillingProvider: ['manual', 'stripe'],
  ChangeOrigin: ['session', 'key', 'command', 'service'],
  CodeSort: codeSorts,
  CodeStatus: codeStatuses,
  Comparison: ['nothing', 'before'],
  ConversationStatus: ['open', 'ended'],
  DeliveryOutcome: ['succeeded', 'failed'],
  DeliveryStatus: deliveryStatuses,
  Device: ['mobile', 'tablet', 'desktop', 'other'],
  DotShape: dotShapes,
  EndReason: ['closed', 'timed_out', 'limit'],
  ErrorCorrection: levels,
  EventType: eventTypes,
  ExportFormat: ['csv', 'jsonl'],
  EyeShape: eyeShapes,
  Flag: ['0', '1'],
  ChatKind: chatKinds,
  Handling: handlings,
  LeadFieldType: leadFieldTypes,
  Offer: ['handoff'],
  Granularity: ['hour', 'day', 'week'],
  InactiveReason: ['paused', 'failing'],
  AddedSourceKind: ['page', 'site', 'question'],
  AnswerOutcome: ['answered', 'partly', 'unknown'],
  JobKind: jobKinds,
  MessageAuthor: ['visitor', 'assistant', 'owner'],
  OpenOutcome: ['partly', 'unknown'],
  QuestionOutcome: ['unknown', 'partly'],
  QuestionStatus: ['open', 'answered', 'dismissed'],
  RefreshInterval: ['never', 'daily', 'weekly'],
  SettableQuestionStatus: ['open', 'dismissed'],
  SourceKind: ['file', 'page', 'site', 'question'],
  SearchByMeaning: ['none', 'english', 'all'],
  SourceStatus: ['processing', 'ready', 'failed'],
  TextEncoding: Object.keys(textEncodings),
  JobStatus: jobStatuses,
  LabelGrid: Object.keys(labelGrids),
  LogoType: ['png', 'svg'],
  MailLanguage: ownerLanguages,
  Paper: Object.keys(papers),
  Period: [...periods, 'all'],
  PieceSize: allPieceSizes,
  PieceText: ['title', 'call_to_action', 'address'],
  PlanName: planNames,
  PrintFormat: printFormats,
  PrintKind: printKinds,
  ProblemCode: Object.keys(problemCodes),
  Rating: ['up', 'down'],
  Role: roles,
  ScanLanguage: scanLanguages,
  SubscriptionStatus: ['active', 'past_due', 'cancelled'],
  SummaryInterval: summaryIntervals,
  Template: templates,
  View: ['brief', 'full'],
  YesOrNo: ['true', 'false'],
}

type Schemas = Record<string, Schema>

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Gives names to the bodies of an operation that have none. */
export const nameBodies = (operation: Operation, schemas: Schemas) => {
  const base = capitalized(operation.operationId ?? '')
  const name = (media: { schema?: Schema } | undefined, wished: string) => {
    if (!media?.schema || media.schema.$ref) return
    // Two statuses of one operation may have different bodies.
    const isTaken = schemas[wished] && !isEqual(schemas[wished], media.schema)
    const final = isTaken ? `${wished}2` : wished
    schemas[final] = media.schema
    media.schema = refTo(final)
  }
  const { requestBody, responses = {} } = operation
  if (requestBody && 'content' in requestBody) {
    name(requestBody.content['application/json'], `${base}Request`)
  }
  for (const response of Object.values(responses)) {
    if (!('description' in response)) continue
    name(response.content?.['application/json'], `${base}Response`)
    name(response.content?.['text/event-stream'], `${base}Event`)
  }
}

export const operationsIn = ({ paths = {}, webhooks = {} }: OpenApiDocument) =>
  Object.entries({ ...paths, ...webhooks }).flatMap(([path, item]) =>
    documentMethods.flatMap((method) => {
      const operation = item && !('$ref' in item) && item[method]
      return operation ? [{ path, method, operation }] : []
    }),
  )

const isEqual = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

const nameOfValues = new Map(
  Object.entries(enumNames).map(([name, values]) => [JSON.stringify(values), name]),
)

/** Values in these places are data, not schemas. */
const isData = (key: string) => ['example', 'examples', 'default', 'enum', 'const'].includes(key)

/** The objects inside of others, by the field that contains them. */
const partNames: Record<string, string> = {
  contact: 'Contact',
  style: 'CodeStyle',
  translations: 'CodeTranslations',
  ...Object.fromEntries(scanLanguages.map((language) => [language, 'CodeTranslation'])),
}

/**
 * Replaces each known list of values, and each object that several others contain, by a reference
 * to its name in `schemas`. Any other list of values gets at least a type.
 */
export const nameParts = <T>(part: T, schemas: Schemas): T => {
  if (Array.isArray(part)) return part.map((inner) => nameParts(inner, schemas)) as T
  if (typeof part !== 'object' || part === null) return part
  const copy = Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (isData(key)) return [key, value]
      // The names of fields are not keywords: a field may be called `default`.
      const inner = key === 'properties' ? nameFields(value, schemas) : nameParts(value, schemas)
      return [key, inner]
    }),
  )
  return (Array.isArray(copy.enum) ? asNamed(copy, schemas) : copy) as T
}

const nameFields = (properties: Schemas, schemas: Schemas): Schemas =>
  Object.fromEntries(
    Object.entries(properties).map(([field, schema]) => {
      const inner = nameParts(schema, schemas)
      const name = partNames[field]
      if (!name) return [field, inner]
      const anyOf = inner.anyOf?.map((variant) => asPart(variant, name, schemas))
      return [field, anyOf ? { ...inner, anyOf } : asPart(inner, name, schemas)]
    }),
  )

/** Only where all are equal: another object in a field of this name stays as it is. */
const asPart = (schema: Schema, name: string, schemas: Schemas): Schema => {
  if (!schema.properties) return schema
  const { description, examples, ...shape } = schema
  const known = schemas[name] ?? shape
  if (!isEqual(known, shape)) return schema
  schemas[name] = known
  return { ...refTo(name), ...(description && { description }), ...(examples && { examples }) }
}

const asNamed = ({ enum: values, ...rest }: Schema, schemas: Schemas): Schema => {
  const name = nameOfValues.get(JSON.stringify(values))
  if (!name || !values) return { type: 'string', ...rest, ...(values && { enum: values }) }
  schemas[name] = { type: 'string', enum: values }
  const { type: _, ...own } = rest
  return { ...refTo(name), ...own }
}
