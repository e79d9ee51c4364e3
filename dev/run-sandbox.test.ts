/** `tunjo sandbox`, as a process of its own. */
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { processesOf } from '../server/src/commands/check/processes.ts'
import { checkInstallation } from '../server/src/commands/check.ts'
import type { Environment } from '../server/src/platform/process/settings.ts'
import { runTypeScript, type TestProcess } from './testing/child-process.ts'
import { type ClaimedPort, claimPort } from './testing/claimed-port.ts'
import { COMMAND_LINE } from './testing/operator-command.ts'
import { memoryFolder } from './testing/temporary-folder.ts'

let dataDir: string
let port: ClaimedPort
const started: TestProcess[] = []
beforeAll(async () => {
  dataDir = memoryFolder('sandbox')
  port = await claimPort()
})
afterAll(async () => {
  for (const process of started) await process.kill()
  port?.release()
  rmSync(dataDir, { recursive: true, force: true })
})

function sandbox(...args: string[]): TestProcess {
  const process = runTypeScript(COMMAND_LINE, ['sandbox', ...args], { DATA_DIR: dataDir })
  started.push(process)
  return process
}

async function settingsOf(process: TestProcess): Promise<Environment> {
  expect(await process.nextLine()).toBe(`# The sandboxes of the providers run on http://127.0.0.1:${port.port}. Stop with Ctrl+C.`)
  const lines: string[] = []
  while (lines.at(-1)?.startsWith('TRM_URL=') !== true) lines.push(await process.nextLine())
  return Object.fromEntries(lines.map((line) => [line.split('=')[0], JSON.parse(line.slice(line.indexOf('=') + 1))]))
}

const stop = async (process: TestProcess) => {
  const ended = once(process.child, 'exit')
  process.child.kill('SIGTERM')
  return (await ended)[0]
}

it('runs the providers on the port that is given, prints the settings that fit them, and ends when it is stopped', async () => {
  const process = sandbox('--port', String(port.port), '--webhooks', 'http://localhost:8090/')
  const settings = await settingsOf(process)
  const findings = await checkInstallation(
    { ...settings, DATA_DIR: dataDir },
    { roles: null, processes: processesOf(undefined), now: () => new Date() },
  )
  const providers = ['payments provider', 'payouts provider', 'background checks']
  expect(findings.filter(({ check }) => providers.includes(check)).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok'])
  expect(readFileSync(join(dataDir, 'sandbox', 'sandbox.jsonl'), 'utf8')).toContain('http://localhost:8090/payment/webhooks/wompi')

  const second = sandbox('--port', '0')
  await expect(second.nextLine()).rejects.toThrow(/is in use by process \d+: stop it first/)
  const third = sandbox('--port', String(port.port), '--folder', `${dataDir}/other`)
  await expect(third.nextLine()).rejects.toThrow(`Port ${port.port} is taken: choose another with --port.`)
  expect(await stop(process)).toBe(0)
})

it.each([
  [['--port', '70000'], {}, 'a whole number from 0 to 65535'],
  [['--webhooks', 'localhost'], {}, '--webhooks takes an address as http://localhost:8080'],
  [[], { PROFILE: 'production' }, 'Sandboxes belong to a demo'],
])('refuses %j with %j by one sentence', async (args, env, sentence) => {
  const process = runTypeScript(COMMAND_LINE, ['sandbox', ...args], { DATA_DIR: dataDir, ...env })
  await expect(process.nextLine()).rejects.toThrow(sentence)
})
