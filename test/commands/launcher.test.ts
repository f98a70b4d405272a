import assert from 'node:assert/strict'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { newMachine, projectFile } from '../harness/service/process.ts'

/** The launcher in a project without the npm package `node`, on a Node.js of any version. */
const launcherWithoutNode = async (t: TestContext) => {
  const machine = await newMachine(t)
  const project = join(machine.folder, 'project')
  cpSync(projectFile('bin'), join(project, 'bin'), { recursive: true })
  cpSync(projectFile('package.json'), join(project, 'package.json'))
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(projectFile('src'), join(project, 'src'))
  return (version: string, script: string, args: string[], settings = {}) => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`
    const preload = `data:text/javascript,${encodeURIComponent(pretend)}`
    const program = ['--import', preload, join(project, 'bin', script), ...args]
    return machine.startProgram(process.execPath, program, settings).exited
  }
}

for (const version of ['22.19.0', '26.10.0']) {
  test(`qpr works without the npm package node on Node.js ${version}`, async (t) => {
    const launch = await launcherWithoutNode(t)
    const { code, stdout, stderr } = await launch(version, 'qpr.js', ['config', '--help'])
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    assert.match(stdout, /^Usage: qpr config/)
  })
}

for (const version of ['18.20.8', '22.18.0']) {
  test(`qpr prints in one line what to do without the npm package node on Node.js ${version}`, async (t) => {
    const launch = await launcherWithoutNode(t)
    const { code, stdout, stderr } = await launch(version, 'qpr.js', ['config', '--help'])
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
    assert.match(stderr, /^qpr: .*"npm install".*Node\.js 22\.19 or later\.\n$/)
  })
}

test('an install on Node.js before 20.9 is refused in one line, even when scripts run on another version', async (t) => {
  const launch = await launcherWithoutNode(t)
  const check = (version: string) =>
    launch('24.21.0', 'check-node.js', [], {
      npm_config_user_agent: `npm/10.9.9 node/v${version} linux x64 workspaces/false`,
    })
  for (const version of ['20.8.1', '18.20.8']) {
    const { code, stderr } = await check(version)
    assert.equal(code, 1)
    assert.equal(
      stderr,
      `QPR needs Node.js 20.9 or later to install. This is Node.js ${version}.\n`,
    )
  }
  for (const version of ['20.9.0', '26.0.0']) {
    assert.deepEqual((await check(version)).stderr, '')
  }
})
