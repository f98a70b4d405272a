import { eventTypes } from '#contract/event-types.ts'
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

/** The name of each list of values in the document. Client generators make a type of each. */
export const enumNames: Record<string, readonly string[]> = {
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
  SourceStatus: ['processing', 'ready', 'failed'],
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
