import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type ApiProblem, asProblem } from '../api/problem.ts'
import { problemText } from '../words/problems.ts'
import { useWords } from '../words/words.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icons.tsx'

/** Shown in place of an empty list, with a drawing of an unfinished code. */
export const EmptyState = (props: { title: string; text?: ReactNode; action?: ReactNode }) => (
  <div className="card flex flex-col items-center px-6 py-12 text-center">
    <svg viewBox="0 0 11 11" fill="currentColor" aria-hidden="true" className="mb-4 size-16">
      <path
        className="text-muted"
        d="M0 0h3v1H1v2H0zM2 1h1v2H2zM1 2h1v1H1zM8 0h3v3H8V2h2V1H8zM0 8h1v3H0zM1 10h2v1H1zM2 8h1v2H2zM4 0h1v1H4zM5 2h1v1H5zM4 4h1v1H4zM6 4h1v1H6zM1 5h1v1H1zM3 6h1v1H3zM5 6h2v1H5z"
      />
      <path
        className="text-line"
        d="M8 5h1v1H8zM10 6h1v1h-1zM9 8h1v1H9zM7 9h1v1H7zM10 10h1v1h-1zM5 9h1v2H5z"
      />
    </svg>
    <p className="text-large font-semibold">{props.title}</p>
    {props.text !== undefined && <p className="mt-1 max-w-100 text-muted">{props.text}</p>}
    {props.action !== undefined && <div className="mt-6">{props.action}</div>}
  </div>
)

/** A grey placeholder while data loads: `<Skeleton className="h-4 w-40" />`. */
export const Skeleton = ({ className }: { className: string }) => (
  <span aria-hidden="true" className={classNames('skeleton block', className)} />
)

/** Tells a screen reader that data is loading. Without children it is a grey block: `height="h-64"`. */
export const Loading = ({ height, children }: { height?: string; children?: ReactNode }) => {
  const words = useWords()
  return (
    <div aria-busy="true">
      <span className="sr-only" role="status">
        {words.shell.loading}
      </span>
      {children ?? <Skeleton className={classNames('w-full rounded-card', height ?? 'h-64')} />}
    </div>
  )
}

/** The part of a query that decides what a page shows. */
export interface Reading<T = unknown> {
  data: T | undefined
  error: unknown
  refetch: () => unknown
}

interface ShownProps<T> {
  query: Reading<T>
  /** Height of the grey block while it loads. */
  height?: string
  children: (data: T) => ReactNode
}

/** The data of a query; until it is there, a grey block, or the error with a button to try again. */
export const Shown = <T,>({ query, height = 'h-64', children }: ShownProps<T>) => {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
  return <Loading height={height} />
}

interface ErrorPanelProps {
  error: unknown
  /** Replaces the message of the error. */
  text?: string
  /** Details for support. */
  details?: string
  onRetry?: (() => void) | undefined
  /** Another action than trying again. */
  action?: ReactNode
}

/** An error message with a way to continue. */
export const ErrorPanel = ({ error, text, details, onRetry, action }: ErrorPanelProps) => {
  const words = useWords()
  const problem: ApiProblem = asProblem(error)
  const { requestId } = problem
  const note = details ?? (requestId ? words.errors.requestId(requestId) : undefined)
  return (
    <div role="alert" className="card flex flex-col items-start gap-3 p-6">
      <p className="flex items-center gap-2 font-semibold">
        <Icon name="warning" className="text-danger" />
        {words.errors.title}
      </p>
      <p>
        {text ?? problemText(words, problem)} <PlanLink error={error} />
      </p>
      {(onRetry || action) && (
        <div className="flex flex-wrap gap-2">
          {onRetry && (
            <Button icon="refresh" onClick={onRetry}>
              {words.errors.retry}
            </Button>
          )}
          {action}
        </div>
      )}
      {note !== undefined && (
        <p className="font-mono text-small wrap-anywhere text-muted">{note}</p>
      )}
    </div>
  )
}

/** The error of a request, within a form or a dialog. */
export const ProblemLine = ({ error, className }: { error: unknown; className?: string }) => {
  const words = useWords()
  if (!error) return null
  return (
    <p
      role="alert"
      className={classNames('rounded-field bg-danger-soft px-3 py-2 text-danger', className)}
    >
      {problemText(words, asProblem(error))} <PlanLink error={error} />
    </p>
  )
}

/** Behind the sentence about a limit of the plan. */
const PlanLink = ({ error }: { error: unknown }) => {
  const { shell } = useWords()
  const { slug } = useParams({ strict: false })
  if (!asProblem(error).limit || slug === undefined) return null
  return (
    <Link to="/$slug/plan" params={{ slug }} className="underline">
      {shell.plan}
    </Link>
  )
}

const tones = {
  neutral: 'bg-hover text-ink',
  good: 'bg-accent-soft text-accent',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-danger-soft text-danger',
}

export const Badge = (props: { tone?: keyof typeof tones; children: ReactNode }) => (
  <span
    className={classNames(
      'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-small whitespace-nowrap',
      tones[props.tone ?? 'neutral'],
    )}
  >
    {props.children}
  </span>
)

interface NoticeProps {
  tone?: keyof typeof tones
  className?: string
  children: ReactNode
}

/** A sentence that should not be missed. */
export const Notice = ({ tone = 'neutral', className, children }: NoticeProps) => {
  const classes = classNames(
    'flex items-start gap-2 rounded-card px-4 py-3',
    tones[tone],
    className,
  )
  return (
    <div className={classes}>
      <Icon name={tone === 'warn' || tone === 'bad' ? 'warning' : 'info'} className="mt-1" />
      <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
    </div>
  )
}
