import { may } from '#contract/roles.ts'
import { useAccount } from './account.ts'
import { qpr, type Schema } from './client.ts'
import { useOrganization } from './organization.ts'
import { useRead } from './read.ts'

export type Member = Schema<'Member'>

const fold = (email: string) => email.normalize('NFKC').toLowerCase()

export const isSameAddress = (a: string, b: string): boolean => fold(a) === fold(b)

/** The members who may answer visitors, and the reader among them. */
export const useAnswerers = () => {
  const { id } = useOrganization()
  const { data } = useRead(qpr.members.list, id)
  const { data: account } = useAccount()
  const members = data?.members.filter(({ role }) => may(role, 'conversations:answer')) ?? []
  const me = members.find(({ email }) => account && isSameAddress(email, account.user.email))
  return { members, me }
}
