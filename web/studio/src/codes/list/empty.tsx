import { useMay, useOrganization } from '../../api/organization.ts'
import { codesRoute } from '../../routes.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/words.tsx'

/** Why the list is empty, and the way on. */
export const EmptyList = () => {
  const { codeList, tags } = useWords()
  const { slug, qpr_codes_count } = useOrganization()
  const { q, tag, status = 'active', sort } = codesRoute.useSearch()
  const navigate = codesRoute.useNavigate()
  const may = useMay()
  if (q !== undefined || tag !== undefined) {
    const clear = () =>
      void navigate({ search: (former) => ({ ...former, q: undefined, tag: undefined }) })
    return (
      <EmptyState
        title={codeList.nothingFound}
        text={q === undefined ? tags.nothingFound : codeList.nothingFoundText[status](q)}
        action={<Button onClick={clear}>{codeList.clearSearch}</Button>}
      />
    )
  }
  if (qpr_codes_count === 0) {
    return may('codes:write') ? (
      <EmptyState
        title={codeList.noCode}
        text={codeList.noCodeText}
        action={
          <ButtonLink kind="primary" to="/$slug/welcome" params={{ slug }}>
            {codeList.firstCode}
          </ButtonLink>
        }
      />
    ) : (
      <EmptyState title={codeList.noCode} text={codeList.noCodeForReader} />
    )
  }
  if (status === 'archived') {
    return <EmptyState title={codeList.noArchived} text={codeList.noArchivedText} />
  }
  return (
    <EmptyState
      title={codeList.noActive}
      text={codeList.noActiveText}
      action={
        <ButtonLink to="/$slug/codes" params={{ slug }} search={{ status: 'archived', sort }}>
          {codeList.showArchived}
        </ButtonLink>
      }
    />
  )
}
