// npm run bench -- NAME: one script for each published number.
const benches: Record<string, () => Promise<{ bench(): Promise<void> }>> = {
  api: () => import('./api.ts'),
  images: () => import('./images.ts'),
  scan: () => import('./scan.ts'),
  webhooks: () => import('./webhooks.ts'),
  conversation: () => import('./conversation.ts'),
  studio: () => import('./studio.ts'),
}

const [name = ''] = process.argv.slice(2)
const load = Object.hasOwn(benches, name) ? benches[name] : undefined
if (load) {
  await (await load()).bench()
} else {
  console.error(`Say which: ${Object.keys(benches).join(', ')}`)
  process.exitCode = 1
}
