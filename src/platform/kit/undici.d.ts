// The parts of Undici that deliveries need. The whole package takes 4 MB more after the start, most
// of it for a `fetch` like the one that Node.js has. It has types only as a whole.

declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici'
}

declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici'
}

declare module 'undici/lib/core/errors.js' {
  export { errors as default } from 'undici'
}
