import { createSocket } from 'node:dgram'
import { once } from 'node:events'

interface Entry {
  A?: string
  AAAA?: string
  ttl?: number
}

/**
 * A name server over UDP on this machine. An unknown name does not exist; names below `dead` get no
 * answer.
 */
export const startNameServer = async (
  t: { after(end: () => unknown): void },
  entries: Record<string, Entry>,
) => {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const { name, type, end } = questionIn(question)
    asked.push(`${type} ${name}`)
    if (/(^|\.)dead$/.test(name)) return
    socket.send(answerTo(question.subarray(0, end), entries[name], type), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.after(() => new Promise<void>((resolve) => socket.close(() => resolve())))
  return { address: `127.0.0.1:${socket.address().port}`, asked }
}

const questionIn = (message: Buffer) => {
  const labels: string[] = []
  let at = 12
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = message.readUInt16BE(at + 1) === 1 ? ('A' as const) : ('AAAA' as const)
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 }
}

const answerTo = (question: Buffer, entry: Entry | undefined, type: 'A' | 'AAAA'): Buffer => {
  const header = Buffer.from(question)
  const value = entry?.[type]
  // The response of a recursive server; 3: no such name.
  header.writeUInt16BE(entry ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(value ? 1 : 0, 6)
  header.writeUInt16BE(0, 8)
  header.writeUInt16BE(0, 10)
  if (!value) return header
  const data = type === 'A' ? Buffer.from(value.split('.').map(Number)) : bytesOf(value)
  const record = Buffer.alloc(12)
  record.writeUInt16BE(0xc00c, 0)
  record.writeUInt16BE(type === 'A' ? 1 : 28, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt32BE(entry?.ttl ?? 60, 6)
  record.writeUInt16BE(data.length, 10)
  return Buffer.concat([header, record, data])
}

/** For an address with all eight groups. */
const bytesOf = (address: string): Buffer =>
  Buffer.from(
    address
      .split(':')
      .map((group) => group.padStart(4, '0'))
      .join(''),
    'hex',
  )
