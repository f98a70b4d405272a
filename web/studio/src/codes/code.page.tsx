import { useMutation } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { maxLength } from '#contract/limits.ts'
import { offered, useAccount } from '../api/account.ts'
import { qpr, type Schema } from '../api/client.ts'
import { useMay, useOrganization, useOrganizations } from '../api/organization.ts'
import { invalidate, queryOf, useChange } from '../api/query.ts'
import { queryClient } from '../api/query-client.ts'
import { useRead } from '../api/read.ts'
import { codeRoute } from '../routes.ts'
import { NotFoundPage } from '../shell/failures.tsx'
import { Button, ButtonAnchor } from '../ui/button.tsx'
import { ScanAddress } from '../ui/code/code-image.tsx'
import { fetchLogo } from '../ui/code/logo.ts'
import { TitleDialog } from '../ui/code/template-menu.tsx'
import { savedTemplatePaths } from '../ui/code/templates.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Select } from '../ui/field.tsx'
import { BackLink, TabLink, Tabs } from '../ui/links.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { Page } from '../ui/page.tsx'
import { Badge, ErrorPanel, Notice, Skeleton } from '../ui/states.tsx'
import { TagChips } from '../ui/tags.tsx'
import { useTellProblem, useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'
import { type Code, codePaths } from './code.ts'
import { useArchiving, useDeleting } from './list/changing.ts'

/** A code: its name, its address and its tabs. */
export const CodePage = () => {
  const words = useWords()
  const { codes, codeHistory } = words
  const { slug, id } = codeRoute.useParams()
  const { data, error, refetch } = useRead(qpr.codes.get, id)
  if (error?.status === 404) return <NotFoundPage />
  const tabs = [
    ['talk', codes.tabs.talk],
    ['print', codes.tabs.print],
    ['website', words.website.tab],
    ['people', words.handoff.tab],
    ['insight', codes.tabs.insight],
    ['history', codeHistory.title],
  ] as const
  return (
    <Page
      title={data?.name ?? <Skeleton className="h-8 w-64" />}
      name={data?.name ?? codes.title}
      back={<BackLink to="/$slug/codes" text={codes.title} />}
      action={data ? <CodeActions code={data} /> : undefined}
      tabs={
        <>
          <div className="-mt-3 mb-4 flex flex-wrap items-center gap-3">
            {data ? (
              <>
                <Badge tone={data.status === 'active' ? 'good' : 'warn'}>
                  {words.code.status[data.status]}
                </Badge>
                <ScanAddress code={data} />
                <TagChips tags={data.tags} className="flex-wrap" />
              </>
            ) : (
              <Skeleton className="h-9 w-80 max-w-full" />
            )}
          </div>
          <Tabs label={data?.name ?? codes.title}>
            {tabs.map(([tab, text]) => (
              <TabLink key={tab} to={`/$slug/codes/$id/${tab}`} params={{ slug, id }}>
                {text}
              </TabLink>
            ))}
          </Tabs>
        </>
      }
    >
      {data?.status === 'archived' && (
        <Notice tone="warn" className="mb-6">
          {words.code.archivedText}
        </Notice>
      )}
      {error && !data ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <Outlet />}
    </Page>
  )
}

/** Actions for the whole code that the role allows. */
const CodeActions = ({ code }: { code: Code }) => {
  const { code: words, templates } = useWords()
  const may = useMay()
  const archiving = useArchiving()
  const duplicate = useDuplicate(code)
  const organization = useOrganization()
  const others = useOrganizations().data?.organizations.filter(({ id }) => id !== organization.id)
  const [asks, setAsks] = useState<'template' | 'move' | null>(null)
  const close = () => setAsks(null)
  const remove = useDeleting(useLeave())
  const isActive = code.status === 'active'
  const archive = () =>
    void archiving.change([code.id], isActive ? 'archived' : 'active', code.name)
  return (
    <>
      <ButtonAnchor icon="external" href={code.scan_url} target="_blank" rel="noreferrer">
        {words.open}
      </ButtonAnchor>
      {may('codes:write') && (
        <Menu
          label={words.actions}
          trigger={
            <Button icon="more" aria-label={words.actions} isPending={duplicate.isPending} />
          }
        >
          <MenuItem icon="copy" onSelect={() => duplicate.mutate()}>
            {words.duplicate}
          </MenuItem>
          <MenuItem icon="plus" onSelect={() => setAsks('template')}>
            {templates.save}
          </MenuItem>
          <MenuItem icon="archive" onSelect={archive}>
            {isActive ? words.archive : words.unarchive}
          </MenuItem>
          {may('codes:delete') && (
            <>
              {others && others.length > 0 && (
                <MenuItem icon="right" onSelect={() => setAsks('move')}>
                  {words.move}
                </MenuItem>
              )}
              <MenuSeparator />
              <MenuItem icon="trash" isDanger onSelect={() => remove(code)}>
                {words.delete}
              </MenuItem>
            </>
          )}
        </Menu>
      )}
      {asks === 'move' && others && <MoveDialog code={code} others={others} onClose={close} />}
      {asks === 'template' && <SaveTemplateDialog code={code} onClose={close} />}
    </>
  )
}

interface MoveDialogProps {
  code: Code
  others: Schema<'Organization'>[]
  onClose: () => void
}

const MoveDialog = ({ code, others, onClose }: MoveDialogProps) => {
  const { code: words } = useWords()
  const navigate = codeRoute.useNavigate()
  const [chosen, setChosen] = useState('')
  const to = others.find(({ id }) => id === chosen) ?? others[0]
  const move = useChange(qpr.codes.update, { changes: codePaths })
  if (!to) return null
  const confirm = async () => {
    const { id } = code
    await move.mutateAsync([id, { organization_id: to.id }])
    await navigate({ to: '/$slug/codes/$id/talk', params: { slug: to.slug, id } })
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={confirm}
      done={words.moved(to.name)}
      title={words.moveTitle}
      text={words.moveText}
      action={words.moveAction}
    >
      <Select
        name="organization"
        label={words.moveTo}
        value={to.id}
        onChange={setChosen}
        choices={Object.fromEntries(others.map(({ id, name }) => [id, name]))}
      />
    </ConfirmDialog>
  )
}

/** Creates a copy of this code with its logo, and opens it. */
const useDuplicate = (code: Code) => {
  const { code: words } = useWords()
  const toast = useToast()
  const navigate = codeRoute.useNavigate()
  const { slug } = codeRoute.useParams()
  const { data: account } = useAccount()
  return useMutation({
    async mutationFn() {
      // The service ignores the fields that only it sets, such as the id.
      const copy = await qpr.codes.create({
        ...code,
        name: words.copyOf(code.name).slice(0, maxLength.name),
        // Null: the copy has its own name as its title, as the code has.
        title: code.title === code.name ? null : code.title,
        model: offered(account, code.model),
      })
      const logo = code.has_logo ? await fetchLogo(code.id) : null
      if (logo) await qpr.images.setLogo(copy.id, logo)
      return copy
    },
    async onSuccess({ id, name }) {
      await invalidate(queryClient, codePaths)
      await navigate({ to: '/$slug/codes/$id/talk', params: { slug, id } })
      toast(words.duplicated(name))
    },
    onError: useTellProblem(),
  })
}

/** Back to the list, which does not request the deleted code. */
const useLeave = () => {
  const navigate = codeRoute.useNavigate()
  const { slug, id } = codeRoute.useParams()
  return async () => {
    await navigate({ to: '/$slug/codes', params: { slug } })
    queryClient.removeQueries(queryOf(qpr.codes.get, id))
  }
}

/** Saves the texts and the style of a code, for the next codes of the organization. */
const SaveTemplateDialog = ({ code, onClose }: { code: Code; onClose: () => void }) => {
  const { templates: words } = useWords()
  const { id } = useOrganization()
  const save = useChange(qpr.templates.save, { changes: savedTemplatePaths })
  return (
    <TitleDialog
      initial={code.name}
      save={(title) => save.mutateAsync([id, { qpr_code_id: code.id, title }])}
      saved={words.saved}
      onClose={onClose}
      title={words.save}
      text={words.saveText}
      action={words.saveAction}
    />
  )
}
