import { useMay, useOrganization } from '../../api/organization.ts'
import { serviceAddress } from '../../api/place.ts'
import { IconButton } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.tsx'
import { fileNameOf } from '../../ui/download.ts'
import { Menu, MenuAnchor, MenuItem, MenuLink, MenuSeparator } from '../../ui/menu.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/words.tsx'
import type { ListedCode } from './lists.ts'

const formats = ['png', 'svg', 'pdf'] as const

interface RowMenuProps {
  code: ListedCode
  onArchive: (code: ListedCode) => void
  onDelete: (code: ListedCode) => void
}

/** Actions for one code. */
export const RowMenu = ({ code, onArchive, onDelete }: RowMenuProps) => {
  const { codeList, ui } = useWords()
  const { slug } = useOrganization()
  const may = useMay()
  const toast = useToast()
  const { id, name, short_id, scan_url, status } = code
  const copy = async () => {
    await copyText(scan_url)
    toast(codeList.addressCopied)
  }
  return (
    <Menu
      label={codeList.actionsOf(name)}
      trigger={<IconButton icon="more" label={codeList.actionsOf(name)} />}
    >
      <MenuLink to="/$slug/codes/$id" params={{ slug, id }} icon="right">
        {codeList.open}
      </MenuLink>
      <MenuItem icon="copy" onSelect={() => void copy()}>
        {codeList.copyAddress}
      </MenuItem>
      <MenuSeparator />
      {formats.map((format) => (
        <MenuAnchor
          key={format}
          icon="download"
          href={serviceAddress(`/qr/${short_id}.${format}${format === 'png' ? '?size=1024' : ''}`)}
          download={`${fileNameOf(name)}.${format}`}
        >
          {codeList.downloadAs(format.toUpperCase())}
        </MenuAnchor>
      ))}
      {may('codes:write') && (
        <>
          <MenuSeparator />
          <MenuItem icon="archive" onSelect={() => onArchive(code)}>
            {status === 'active' ? codeList.archive : codeList.unarchive}
          </MenuItem>
        </>
      )}
      {may('codes:delete') && (
        <MenuItem icon="trash" isDanger onSelect={() => onDelete(code)}>
          {ui.delete}
        </MenuItem>
      )}
    </Menu>
  )
}
