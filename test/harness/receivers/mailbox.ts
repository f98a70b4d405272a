import assert from 'node:assert/strict'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { eventually, patienceMs } from '../checks/eventually.ts'
import type { Service } from '../service/service.ts'

/**
 * The mails that the service wrote as files, without an SMTP server. The database is that of a service in
 * this process.
 */
export const openMailbox = async (
  t: { after(end: () => void): void },
  { folder, database }: Pick<Service, 'folder'> & Partial<Pick<Service, 'database'>>,
) => {
  const outbox = join(folder, 'outbox')
  await mkdir(outbox, { recursive: true })
  const watcher = watch(outbox)
  t.after(() => watcher.close())

  /** Oldest first, because the files are named by ids. */
  const written = async (): Promise<Email[]> => {
    const files = (await readdir(outbox)).filter((file) => file.endsWith('.eml')).sort()
    return await Promise.all(
      files.map(async (file) => PostalMime.parse(await readFile(join(outbox, file)))),
    )
  }

  /** Waits until the queue is empty: before that, no mail proves nothing. */
  const all = async (): Promise<Email[]> => {
    assert.ok(database, 'the queue of another process cannot be waited for')
    const waiting = database.db
      .selectFrom('mails')
      .select('id')
      .where('next_attempt_at', 'is not', null)
    await eventually(async () => assert.deepEqual(await waiting.execute(), []))
    return await written()
  }

  const mailsTo = async (address: string) =>
    (await written()).filter(({ to }) => to?.some((one) => one.address?.toLowerCase() === address))

  /** Waits for this number of mails to an address, in lower case. Returns the last. */
  const mailTo = async (address: string, count = 1): Promise<Email> => {
    const signal = AbortSignal.timeout(patienceMs)
    for (;;) {
      // Listens before it reads the folder, so that no mail is missed.
      const changed = once(watcher, 'change', { signal })
      changed.catch(() => undefined)
      const mail = (await mailsTo(address))[count - 1]
      if (mail) return mail
      await changed.catch(() => assert.fail(`${address} did not get mail ${count}`))
    }
  }

  return {
    all,
    mailTo,
    linkTo: async (address: string, count?: number) => linkIn(await mailTo(address, count)),
  }
}

/** The path of the only link of a mail, the same in the text and in the HTML. */
export const linkIn = ({ text = '', html = '' }: Email): string => {
  const [link, ...others] = text.match(/https?:\/\/\S+/g) ?? []
  assert.ok(link, 'the mail has a link')
  assert.deepEqual(others, [])
  assert.ok(html.includes(`href="${link}"`), 'the HTML part has the same link')
  return new URL(link).pathname
}

/** The text of a mail. Its HTML part must have the same content, and load nothing. */
export const wordsOf = ({ text = '', html = '' }: Email): string => {
  const shown = html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .split('\n')
    .map((line) => line.trim())
  const addresses = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address)
  for (const line of text.trimEnd().split('\n')) {
    const isThere = shown.includes(line.replace(/:$/, '')) || addresses.includes(line)
    assert.ok(line === '' || isThere, `the HTML lacks: ${line}`)
  }
  assert.deepEqual(addresses, text.match(/https?:\/\/\S+/g))
  return text.trimEnd()
}
