import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiProblem } from '../api/problem.ts'
import { queryClient } from '../api/query-client.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState, ErrorPanel } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'

/** Title and text of a page that cannot be shown, and a way home. */
const Refusal = (props: { title: string; heading: string; text: string }) => {
  const { errors } = useWords()
  const home = (
    <ButtonLink to="/" kind="primary">
      {errors.home}
    </ButtonLink>
  )
  return (
    <Page title={props.title}>
      <EmptyState title={props.heading} text={props.text} action={home} />
    </Page>
  )
}

export const NotFoundPage = () => {
  const { errors } = useWords()
  return <Refusal title={errors.notFoundTitle} heading="404" text={errors.notFound} />
}

/** For a page that the role may not even read. */
export const NoAccessPage = () => {
  const { errors } = useWords()
  const { noAccessTitle: title, notAllowed } = errors
  return <Refusal title={title} heading={title} text={notAllowed} />
}

/** A page that broke, or whose code could not be loaded. */
export const FailedPage = (props: ErrorComponentProps) => {
  const { errors } = useWords()
  return (
    <Page title={errors.brokenTitle}>
      <FailedPart {...props} />
    </Page>
  )
}

/** Shown without the shell when the shell itself fails. */
export const FailedShell = (props: ErrorComponentProps) => (
  <main className="mx-auto max-w-160 px-4 py-10">
    <FailedPage {...props} />
  </main>
)

/** A part of a page that broke, such as a tab: the rest of the page stays. */
export const FailedPart = ({ error, reset }: ErrorComponentProps) => {
  const { errors } = useWords()
  const router = useRouter()
  const isMissing = isMissingModule(error)
  const retry = () => {
    // A module that is missing stays missing until the page is loaded again.
    if (isMissing) return location.reload()
    // What broke the page may be in the data that it was given: all of it is asked for again.
    void queryClient.resetQueries()
    void router.invalidate()
    reset()
  }
  return (
    <ErrorPanel
      error={error}
      {...(!(error instanceof ApiProblem) && {
        text: isMissing ? errors.notLoaded : errors.broken,
        details: errors.details(String(error)),
      })}
      onRetry={retry}
      action={<ButtonLink to="/">{errors.home}</ButtonLink>}
    />
  )
}

/** Each browser has words of its own for it. */
const isMissingModule = (error: unknown): boolean =>
  /dynamically imported module|importing a module script failed/i.test(String(error))
