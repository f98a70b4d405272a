import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { addJob } from '../../src/features/jobs/jobs.ts'
import { runUnaudited } from '../../src/platform/change.ts'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import {
  assertAccessible,
  openStudio,
  studioAddress,
} from '../../test/harness/browser/studio-pages.ts'
import { createCode } from '../../test/harness/data/given.ts'
import { insertScans } from '../../test/harness/data/planted-scans.ts'
import { startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

test('the settings show how far a large deletion has come, until it is finished', async (t) => {
  const service = await startService(t)
  await service.schedule.stop('jobs')
  const code = await createCode(service, { name: 'Harbour terrace' })
  await insertScans(service.database, code.id, 3000)
  const page = await openStudio(t, browser, service)
  const panel = page.locator('section', {
    has: page.getByRole('heading', { name: 'Background jobs' }),
  })
  await service.delete(`/v1/qpr-codes/${code.id}`)

  await page.goto(studioAddress(service, 'settings'))
  await page.getByRole('heading', { name: 'Delete this organization' }).waitFor()
  const job = panel.getByRole('listitem').filter({ hasText: 'Deleting the code Harbour terrace' })
  await job.getByText('Waiting.').waitFor()
  await job.getByRole('progressbar', { name: 'Deleting the code Harbour terrace' }).waitFor()
  await assertAccessible(page, 'a job that waits')
  await page.setViewportSize({ width: 360, height: 800 })
  await assertFitsWidth(page)

  service.schedule.start('jobs')
  await job.getByText('Finished').waitFor()
  await job.getByRole('progressbar').waitFor({ state: 'detached' })

  const inGerman = await openStudio(t, browser, service, { locale: 'de-DE' })
  await inGerman.goto(studioAddress(service, 'settings'))
  await inGerman.getByText('Code Harbour terrace wird gelöscht').waitFor()
})

test('an editor sees no jobs; an owner cancels a rebuild', async (t) => {
  const service = await startService(t)
  await service.schedule.stop('jobs')
  await service.keyOf('editor')
  const organizationId = await service.defaultOrganizationId()
  await runUnaudited(service.internals, (change) =>
    addJob(change, {
      kind: 'rebuild_analytics',
      organizationId,
      subjectId: 'analytics',
      subjectName: 'analytics',
      userId: null,
      total: null,
    }),
  )
  const editor = await openStudio(t, browser, service, { email: 'editor@example.com' })
  await editor.goto(studioAddress(service, 'settings'))
  await editor.getByText('Only owners and admins can change this.').waitFor()
  await editor.getByText('Background jobs').waitFor({ state: 'detached' })

  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, 'settings'))
  const job = page.getByRole('listitem').filter({ hasText: 'Recalculating Insight' })
  await job.getByRole('button', { name: 'Cancel' }).click()
  await job.getByText('Cancelled').waitFor()
})
