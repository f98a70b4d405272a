import { qpr, type Schema } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useFiltered } from '../api/read.ts'
import { questionsRoute } from '../routes.ts'
import { ButtonLink } from '../ui/button.tsx'
import { TabLink, Tabs } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { type Column, onPage, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { languageName, useFormat, useWords } from '../words/words.tsx'

type Question = Schema<'Question'>

/** What the codes could not answer, the most frequent first. */
export const QuestionsPage = () => {
  const { questions: words } = useWords()
  const { id: organization_id, slug } = useOrganization()
  const { status = 'open', page } = questionsRoute.useSearch()
  const query = useFiltered(qpr.questions.list, { organization_id, status, ...onPage(page) })
  const columns = useColumns()
  const tabs = {
    open: {},
    answered: { status: 'answered' },
    dismissed: { status: 'dismissed' },
  } as const
  return (
    <Page
      title={words.title}
      text={words.text}
      tabs={
        <Tabs label={words.title}>
          {(['open', 'answered', 'dismissed'] as const).map((tab) => (
            <TabLink
              key={tab}
              to="/$slug/questions"
              params={{ slug }}
              search={tabs[tab]}
              activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            >
              {words.tabs[tab]}
            </TabLink>
          ))}
        </Tabs>
      }
    >
      <Table<Question>
        query={query}
        caption={words.title}
        columns={columns}
        rows={query.data?.questions}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/$slug/questions/$id', params: { slug, id } })}
        empty={status === 'open' ? <NoQuestions /> : <EmptyState title={words.noneTitle} />}
        paging={{ page, total: query.data?.total }}
      />
    </Page>
  )
}

const useColumns = (): Column<Question>[] => {
  const { questions: words } = useWords()
  const { number } = useFormat()
  return [
    {
      header: words.question,
      cell: ({ question }) => <bdi className="line-clamp-2 wrap-anywhere">{question}</bdi>,
    },
    {
      header: words.conversations,
      isNumber: true,
      cell: ({ conversations }) => number(conversations),
    },
    {
      header: words.languages,
      isMinor: true,
      cell: ({ languages }) => languages.map(languageName).join(', '),
    },
    {
      header: words.lastAsked,
      isNumber: true,
      cell: ({ last_asked_at }) => <Time at={last_asked_at} />,
    },
  ]
}

const NoQuestions = () => {
  const { questions: words } = useWords()
  const { slug } = useOrganization()
  return (
    <EmptyState
      title={words.emptyTitle}
      text={words.emptyText}
      action={
        <ButtonLink to="/$slug/knowledge" params={{ slug }}>
          {words.toKnowledge}
        </ButtonLink>
      }
    />
  )
}
