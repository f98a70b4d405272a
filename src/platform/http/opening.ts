import type { FastifyInstance } from 'fastify'

/**
 * The port is opened before the service is ready, so that a port in use is found first. A request
 * that arrives in between waits, because a closed connection would look like a failure.
 */
export const waitUntilOpened = (app: FastifyInstance, opened: Promise<void>) => {
  let isOpen = false
  opened.then(
    () => {
      isOpen = true
    },
    // The requests that wait get the error.
    () => undefined,
  )
  app.addHook('onRequest', (_request, _reply, done) => {
    if (isOpen) done()
    else opened.then(() => done(), done)
  })
}
