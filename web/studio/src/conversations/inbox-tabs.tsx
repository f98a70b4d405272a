import { useMay, useOrganization } from '../api/organization.ts'
import { TabLink, Tabs } from '../ui/links.tsx'
import { useWords } from '../words/words.tsx'

/** Conversations and what visitors left in them. */
export const InboxTabs = () => {
  const { conversations, leads } = useWords()
  const { slug } = useOrganization()
  const may = useMay()
  if (!may('leads:read')) return null
  const activeOptions = { exact: true, includeSearch: false }
  return (
    <Tabs label={conversations.title}>
      <TabLink to="/$slug/conversations" params={{ slug }} activeOptions={activeOptions}>
        {conversations.title}
      </TabLink>
      <TabLink to="/$slug/conversations/leads" params={{ slug }} activeOptions={activeOptions}>
        {leads.title}
      </TabLink>
    </Tabs>
  )
}
