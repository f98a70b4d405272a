// Tells of visitors who wait, also while no tab shows the Studio. It stores nothing and answers no request.
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json()
  // Another message about the same visitor replaces this one.
  event.waitUntil(registration.showNotification(title, { body, tag, data: url }))
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(new URL(event.notification.data)))
})

/** In a tab of the Studio that is open. The tab itself leads there: it may have unsaved changes. */
const open = async ({ href, pathname }) => {
  const tabs = await clients.matchAll({ type: 'window' })
  const tab = tabs.find(({ url }) => new URL(url).pathname === pathname) ?? tabs[0]
  if (!tab) return await clients.openWindow(href)
  tab.postMessage({ path: pathname })
  await tab.focus()
}
