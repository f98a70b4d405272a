/** Where the Studio is: `/studio`, or `/prefix/studio` behind a proxy. The server says it in <base>. */
export const studioPath = new URL(document.baseURI).pathname.replace(/\/$/, '')

/** Where the service is: empty, or the proxy's prefix. */
const servicePath = studioPath.replace(/\/studio$/, '')

/** An address of the service itself, such as /docs or /qr/….svg. */
export const serviceAddress = (path: string): string => servicePath + path

/** The sign-in page, which leads back to where we are now. */
export const signInAddress = (): string => {
  const here = location.pathname.slice(servicePath.length) + location.search
  return serviceAddress(`/signin?next=${encodeURIComponent(here)}`)
}
