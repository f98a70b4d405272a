const tracking = /^(utm_\w+|fbclid|gclid|mc_[ce]id)$/
const notPages =
  /\.(png|jpe?g|gif|svg|webp|avif|ico|css|js|mjs|json|zip|gz|tgz|rar|7z|exe|dmg|apk|mp[34]|mov|webm|ogg|wav|woff2?|ttf|docx?|xlsx?|pptx?)$/i
const mostLength = 2000

/** An address without the parts that do not change the page. */
export const normalized = (url: URL): URL => {
  const clean = new URL(url)
  clean.hash = ''
  for (const name of [...clean.searchParams.keys()]) {
    if (tracking.test(name)) clean.searchParams.delete(name)
  }
  return clean
}

/** The addresses of pages on the same host. */
export const linksOn = (host: string, base: URL, links: string[]): string[] => {
  const found = new Set<string>()
  for (const link of links) {
    const url = URL.parse(link, base.href)
    if (!url || url.host !== host || !/^https?:$/.test(url.protocol)) continue
    if (url.href.length > mostLength || notPages.test(url.pathname)) continue
    if (url.username !== '' || url.password !== '') continue
    found.add(normalized(url).href)
  }
  return [...found]
}
