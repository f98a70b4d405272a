import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState, ErrorPanel } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'

export const NotFoundPage = () => {
  const { errors } = useWords()
  return (
    <Page title={errors.notFoundTitle}>
      <EmptyState
        title="404"
        text={errors.notFound}
        action={
          <ButtonLink to="/" kind="primary">
            {errors.home}
          </ButtonLink>
        }
      />
    </Page>
  )
}

/** For a page that the role may not even read. */
export const NoAccessPage = () => {
  const { errors } = useWords()
  return (
    <Page title={errors.noAccessTitle}>
      <EmptyState
        title={errors.noAccessTitle}
        text={errors.notAllowed}
        action={
          <ButtonLink to="/" kind="primary">
            {errors.home}
          </ButtonLink>
        }
      />
    </Page>
  )
}

/** A page that broke, or whose code could not be loaded. */
export const FailedPage = ({ error, reset }: ErrorComponentProps) => {
  const { errors } = useWords()
  const router = useRouter()
  useEffect(() => console.error(error), [error])
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Page title={errors.title}>
      <ErrorPanel
        error={error}
        onRetry={retry}
        action={<Button onClick={() => location.reload()}>{errors.reload}</Button>}
      />
    </Page>
  )
}
