import { serviceAddress } from '../api/place.ts'
import { useWords } from '../words/words.tsx'
import { Button } from './button.tsx'
import { Menu, MenuAnchor } from './menu.tsx'

interface ExportMenuProps {
  /** The export endpoint. */
  path:
    | '/v1/scans/export'
    | '/v1/conversations/export'
    | '/v1/leads/export'
    | `/v1/organizations/${string}/audit/export`
  query: Record<string, string>
}

/** Exports in one of two formats. The browser saves the response as a stream. */
export const ExportMenu = ({ path, query }: ExportMenuProps) => {
  const { ui } = useWords()
  const address = (format: 'csv' | 'jsonl') =>
    `${serviceAddress(path)}?${new URLSearchParams({ ...query, format })}`
  return (
    <Menu trigger={<Button icon="download">{ui.export}</Button>}>
      <MenuAnchor href={address('csv')} download="">
        {ui.exportTable}
      </MenuAnchor>
      <MenuAnchor href={address('jsonl')} download="">
        {ui.exportLines}
      </MenuAnchor>
    </Menu>
  )
}
