import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../api/organization.ts'
import { apiQuery } from '../api/query.ts'
import { Button, ButtonAnchor } from '../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { useWords } from '../words/words.tsx'
import type { Code } from './code.ts'
import { MoveDialog, useOtherOrganizations } from './move-dialog.tsx'
import { codeRoute } from './routes.ts'
import { useArchive } from './use-archive.ts'
import { useDuplicate } from './use-duplicate.ts'

const DeleteDialog = lazy(() => import('./list/delete-dialog.tsx'))

/** Actions for the whole code that the role allows. */
export const CodeActions = ({ code }: { code: Code }) => {
  const { code: words } = useWords()
  const may = useMay()
  const archive = useArchive(code)
  const duplicate = useDuplicate(code)
  const others = useOtherOrganizations()
  const [asks, setAsks] = useState<'move' | 'delete' | null>(null)
  const close = () => setAsks(null)
  const leave = useLeave()
  const isActive = code.status === 'active'
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
          <MenuItem icon="copy" onSelect={duplicate.start}>
            {words.duplicate}
          </MenuItem>
          <MenuItem icon="archive" onSelect={() => archive(isActive ? 'archived' : 'active')}>
            {isActive ? words.archive : words.unarchive}
          </MenuItem>
          {may('codes:delete') && (
            <>
              {others.length > 0 && (
                <MenuItem icon="right" onSelect={() => setAsks('move')}>
                  {words.move}
                </MenuItem>
              )}
              <MenuSeparator />
              <MenuItem icon="trash" isDanger onSelect={() => setAsks('delete')}>
                {words.delete}
              </MenuItem>
            </>
          )}
        </Menu>
      )}
      <MoveDialog code={code} others={others} isOpen={asks === 'move'} onClose={close} />
      <Suspense>
        {asks === 'delete' && <DeleteDialog code={code} onClose={close} onDeleted={leave} />}
      </Suspense>
    </>
  )
}

/** Back to the list, which does not request the deleted code. */
const useLeave = () => {
  const queryClient = useQueryClient()
  const navigate = codeRoute.useNavigate()
  const { slug, id } = codeRoute.useParams()
  return async () => {
    await navigate({ to: '/$slug/codes', params: { slug } })
    queryClient.removeQueries(apiQuery('/v1/qpr-codes/{id}', { params: { path: { id } } }))
  }
}
