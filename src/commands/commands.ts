import type { CommandName, Run } from './line/table.ts'

/** The code of each command, loaded on demand: `qpr config` does not load a web server. */
export const loaders: { [N in CommandName]: () => Promise<Run<N>> } = {
  serve: async () => (await import('./serve.ts')).run,
  migrate: async () => (await import('./migrate.ts')).run,
  config: async () => (await import('./config.ts')).run,
  'keys create': async () => (await import('./keys.ts')).create,
  'keys list': async () => (await import('./keys.ts')).list,
  'keys revoke': async () => (await import('./keys.ts')).revoke,
  signin: async () => (await import('./signin.ts')).run,
  copy: async () => (await import('./copy.ts')).run,
  backup: async () => (await import('./backup.ts')).run,
  restore: async () => (await import('./restore.ts')).run,
  'jobs list': async () => (await import('./jobs.ts')).list,
  'jobs cancel': async () => (await import('./jobs.ts')).cancel,
  doctor: async () => (await import('./doctor.ts')).run,
  seed: async () => (await import('./seed.ts')).run,
  login: async () => (await import('./remote/login.ts')).login,
  logout: async () => (await import('./remote/login.ts')).logout,
  'codes list': async () => (await import('./remote/codes.ts')).list,
  'codes create': async () => (await import('./remote/codes.ts')).create,
  ask: async () => (await import('./remote/ask.ts')).run,
  tail: async () => (await import('./remote/tail.ts')).run,
  listen: async () => (await import('./remote/listen.ts')).run,
  mcp: async () => (await import('./remote/mcp.ts')).run,
  completion: async () => (await import('./line/completion.ts')).run,
  help: async () => (await import('./line/help.run.ts')).run,
}
