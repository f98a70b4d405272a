const tracking = /^(utm_\w+|fbclid|gclid|mc_[ce]id)$/
const notPages =
  /\.(png|jpe?g|gif|svg|webp|avif|ico|css|js|mjs|json|zip|gz|tgz|rar|7z|exe|dmg|apk|mp[34]|mov|webm|ogg|wav|woff2?|ttf|docx?|xlsx?|pptx?)$/i
export const maxUrlLength = 2000
/** For all links of a page. They are saved with it. */
const maxTotalLength = 512 * 1024

/** An address without the parts that do not change the page. */
export const normalized = (url: URL): URL => {
  const clean = new URL(url)
  clean.hash = ''
  const all = [...clean.searchParams]
  const used = all.filter(([name]) => !tracking.test(name))
  // Written once: each change of `searchParams` writes the whole address.
  if (used.length < all.length) clean.search = new URLSearchParams(used).toString()
  return clean
}

/** The addresses of pages on the same host, limited in their number and length. */
export const linksOn = (
  host: string,
  base: URL,
  links: Iterable<string>,
  maxLinks: number,
): string[] => {
  const found = new Set<string>()
  let totalLength = 0
  for (const link of links) {
    if (link.length > maxUrlLength) continue
    const url = URL.parse(link, base.href)
    if (!url || url.host !== host || !/^https?:$/.test(url.protocol)) continue
    if (url.href.length > maxUrlLength || notPages.test(url.pathname)) continue
    if (url.username !== '' || url.password !== '') continue
    const { href } = normalized(url)
    if (found.has(href)) continue
    totalLength += href.length
    if (found.size === maxLinks || totalLength > maxTotalLength) break
    found.add(href)
  }
  return [...found]
}
