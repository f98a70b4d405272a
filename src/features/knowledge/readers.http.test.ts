import assert from 'node:assert/strict'
import { test } from 'node:test'
import { upload } from '../../../test/harness/data/knowledge.ts'
import { scannedPdf } from '../../../test/harness/data/pictures.ts'
import { startService } from '../../../test/harness/service/service.ts'
import { type Child, ChildEnded } from '../../platform/kit/child.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import { createLog } from '../../platform/kit/log.ts'
import { TookTooLong } from '../../platform/kit/threads.ts'
import { type PartRequest, readKnowledge } from '../reading/reader.ts'
import { createReaders } from './readers.ts'
import { find } from './sources.store.ts'

test('a picture that needs too much time or memory costs a PDF neither its text nor more time', async (t) => {
  const service = await startService(t)
  const { database, readers } = service.internals
  const noise = { width: 40, height: 40, data: new Uint8Array(1600) }
  const pdf = await upload(service, 'a.pdf', scannedPdf(['The rental is closed.'], [noise]))
  const text = await upload(service, 'a.txt', 'The rental is closed.')
  for (const cause of [new TookTooLong(), new ChildEnded(true)]) {
    const child = {
      async run(
        _name: string,
        request: PartRequest,
        _caller: string,
        file?: () => AsyncIterable<Uint8Array>,
      ) {
        // As if the picture was too much.
        if ((request.tookMs ?? 0) <= 5 * minuteMs) throw cause
        return await readKnowledge(request, file && Buffer.concat(await Array.fromAsync(file())))
      },
      close: async () => undefined,
    } as Child
    const own = createReaders({
      database,
      guard: readers.guard,
      log: createLog('silent'),
      baseUrl: 'http://127.0.0.1',
      createChild: () => child,
      readerFile: new URL(import.meta.url),
    })
    t.after(() => own.close())
    const read = async (id: string) => {
      const source = await find(database.db, id)
      assert.ok(source)
      return await own.readPart(source, { from: 0, path: [], tookMs: minuteMs })
    }
    const part = await read(pdf.body.id)
    assert.ok(part.kind === 'part')
    assert.deepEqual(
      part.pieces.map(({ text }) => text),
      ['The rental is closed.'],
    )
    assert.deepEqual(part.unread, [{ page: 2, why: 'late' }])
    // The next part is read without pictures from the start.
    assert.ok(minuteMs + part.tookMs > 5 * minuteMs)
    assert.equal((await read(text.body.id)).kind, 'failed')
  }
})
