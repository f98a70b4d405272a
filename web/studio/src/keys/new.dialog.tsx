import { useState } from 'react'
import { may, type Role, roles } from '#contract/roles.ts'
import { qpr } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { serviceAddress } from '../api/place.ts'
import { useChange } from '../api/query.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { SecretOnce } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select, TextField } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { useWords } from '../words/words.tsx'

const dayMs = 86_400_000
const lifetimes = { never: null, days30: 30, days90: 90, days365: 365 } as const
type Lifetime = keyof typeof lifetimes

/** Creates a key with optional limits, and shows its value once. */
export const NewKeyDialog = ({ onClose }: { onClose: () => void }) => {
  const { keys: words } = useWords()
  const [text, setText] = useState<string | null>(null)
  return (
    <Dialog onClose={onClose} title={words.create} {...(!text && { text: words.createText })}>
      {text === null ? (
        <NewKeyForm onMade={setText} />
      ) : (
        <div className="flex flex-col gap-4">
          <SecretOnce secret={text} label={words.yourKey} onStored={onClose} />
          <CodeBlock label={words.tryIt}>{exampleCall(text)}</CodeBlock>
        </div>
      )}
    </Dialog>
  )
}

const exampleCall = (key: string) =>
  `curl ${new URL(serviceAddress('/v1/qpr-codes'), document.baseURI).href} \\\n  -H 'Authorization: Bearer ${key}'`

const NewKeyForm = ({ onMade }: { onMade: (text: string) => void }) => {
  const { keys: words, roles: roleNames } = useWords()
  const { id, name, role: ownRole } = useOrganization()
  const create = useChange(qpr.apiKeys.create, { changes: ['/v1/api-keys'] })
  const form = useForm<{ name: string; reach: 'here' | 'all'; role: string; lifetime: Lifetime }>({
    initial: { name: '', reach: 'here', role: '', lifetime: 'never' },
    isFreeToLeave: true,
    async save({ name, reach, role, lifetime }) {
      const days = lifetimes[lifetime]
      const made = await create.mutateAsync([
        {
          name,
          ...(reach === 'here' && { organization_id: id }),
          ...(role && { role: role as Role }),
          ...(days && { expires_at: new Date(Date.now() + days * dayMs).toISOString() }),
        },
      ])
      onMade(made.key)
    },
  })
  const possible = roles.slice(roles.indexOf(ownRole))
  return (
    <Form form={form} action={words.create} isAlwaysReady staysOpen>
      <TextField
        label={words.name}
        hint={words.nameHint}
        autoComplete="off"
        {...form.field('name')}
      />
      <Select
        label={words.reach}
        choices={{ here: words.reachesOnly(name), all: words.reachesAll }}
        {...form.field('reach')}
      />
      <Select
        label={words.role}
        hint={may(ownRole, 'keys:manage') ? words.roleHint : undefined}
        none={words.roleOfOwner}
        choices={Object.fromEntries(possible.map((role) => [role, roleNames[role]]))}
        {...form.field('role')}
      />
      <Select label={words.expires} choices={words.lifetimes} {...form.field('lifetime')} />
    </Form>
  )
}
