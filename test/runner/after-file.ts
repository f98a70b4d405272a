type Hook = () => Promise<void> | void

const hooks: Hook[] = []

/** For what the tests of a file share and start on demand: runs after them and their hooks. */
export const afterFile = (hook: Hook) => void hooks.push(hook)

export const runAfterFile = async () => {
  for (const hook of hooks.splice(0)) await hook()
}
