/** `tunjo sandbox`: the sandboxes of the providers alone, for a product that runs elsewhere, or a program that is written against them. */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createLog } from '../server/src/platform/observability/log.ts'
import { CommandRefused } from '../server/src/platform/process/command-refused.ts'
import { readOperatorSettings } from '../server/src/platform/process/config.ts'
import { lockFolder } from '../server/src/platform/process/folder-lock.ts'
import { type Environment, SettingsInvalid } from '../server/src/platform/process/settings.ts'
import { type RunningSandbox, startSandbox } from './sandbox/index.ts'
import { SANDBOX_SECRETS } from './sandbox/secrets.ts'
import { settingsOfSandbox, webhooksOf } from './sandbox-settings.ts'

export interface SandboxGiven {
  readonly port: number
  readonly webhooks?: string
  readonly folder?: string
}

/** Answers the exit code, when it was stopped. */
export async function runSandboxCommand({ port, webhooks, folder }: SandboxGiven, env: Environment): Promise<number> {
  const settings = readOperatorSettings(env)
  if (settings.profile === 'production') throw new SettingsInvalid('Sandboxes belong to a demo: leave PROFILE=production away.')
  if (webhooks !== undefined && !/^https?:$/.test(URL.parse(webhooks)?.protocol ?? ''))
    throw new CommandRefused(`--webhooks takes an address as http://localhost:8080, and not "${webhooks}".`)
  const dataDir = folder === undefined ? join(settings.dataDir, 'sandbox') : resolve(folder)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const disown = lockFolder(dataDir)
  try {
    const log = createLog({ level: 'warn', pretty: false })
    const webhookUrls = webhooks === undefined ? {} : webhooksOf(webhooks.replace(/\/+$/, ''))
    const sandbox = await startSandbox({ port, dataDir, webhookUrls, secrets: SANDBOX_SECRETS, log }).catch(asTaken(port))
    const stopped = untilSignal()
    for (const line of linesOf(sandbox)) console.log(line)
    await stopped
    await sandbox.stop()
    return 0
  } finally {
    disown()
  }
}

const asTaken =
  (port: number) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EADDRINUSE') throw new CommandRefused(`Port ${port} is taken: choose another with --port.`)
    throw error
  }

const untilSignal = (): Promise<void> =>
  new Promise((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop())
  })

/** As a file of settings. The keys are of the sandbox only, and production refuses each. */
const linesOf = (sandbox: RunningSandbox): string[] => [
  `# The sandboxes of the providers run on ${sandbox.url}. Stop with Ctrl+C.`,
  ...Object.entries(settingsOfSandbox(sandbox)).map(([name, value]) => `${name}=${JSON.stringify(value)}`),
]
