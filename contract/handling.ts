/** Who answers in a conversation. While it is not `assistant`, no model is asked. */
export const handlings = ['assistant', 'waiting', 'person'] as const
export type Handling = (typeof handlings)[number]

export const weekDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type WeekDay = (typeof weekDays)[number]

/** Times of a day, `09:00` to `24:00`; the end is exclusive. */
export type DaySpan = [from: string, until: string]

/** When people answer. A day without spans is closed. */
export interface Hours {
  time_zone: string
  weekly: { [day in WeekDay]?: DaySpan[] }
  /** Dates such as `2026-12-25`. */
  closed: string[]
}

/** How a visitor reaches a person. */
export interface Handoff {
  enabled: boolean
  /** Null: always. */
  hours: Hours | null
  wait_seconds: number
  closed_message: string | null
  /** Empty: all members who may answer. */
  member_ids: string[]
  /** Why it is off although it was switched on. Never stored. */
  inactive_reason?: 'no_member'
}

export const waitSeconds = { minimum: 30, maximum: 3600, default: 180 } as const

export const noHandoff: Handoff = {
  enabled: false,
  hours: null,
  wait_seconds: waitSeconds.default,
  closed_message: null,
  member_ids: [],
}

export const leadFieldTypes = ['text', 'email', 'tel', 'choice', 'yes_no'] as const
export type LeadFieldType = (typeof leadFieldTypes)[number]

export interface LeadField {
  key: string
  label: string
  help?: string
  type: LeadFieldType
  required: boolean
  choices?: string[]
}

/** What a visitor may leave, and the sentence to which the visitor agrees. */
export interface LeadForm {
  title: string
  fields: LeadField[]
  consent: string
}

export const chatKinds = [
  'slack',
  'mattermost',
  'discord',
  'google_chat',
  'teams',
  'telegram',
] as const
export type ChatKind = (typeof chatKinds)[number]
