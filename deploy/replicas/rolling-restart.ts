/**
 * Rolling restart of two web, two core and two worker processes behind HAProxy while customers call and deposit: no call fails, and each
 * deposit is credited once. With a commit it is a rolling upgrade: all processes begin with the package of that commit, and each restart
 * brings the package of this folder. Left out with a notice where HAProxy is absent.
 *
 *   npx tsx deploy/replicas/rolling-restart.ts [--calls 10000] [commit]
 */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbeddedParts } from '../../dev/embedded/start-embedded-parts.ts'
import { claimPort } from '../../dev/testing/claimed-port.ts'
import { temporaryFolder } from '../../dev/testing/temporary-folder.ts'
import { CUSTOMER, keptSignedIn } from '../../e2e/sign-in.ts'
import { createLog } from '../../server/src/platform/observability/log.ts'
import { readPlatformSettings } from '../../server/src/platform/process/config.ts'
import { systemClock } from '../../server/src/platform/time/clock.ts'
import { builtPackage, isCommitHere } from './built-package.ts'
import { callUntil, type Tally } from './callers.ts'
import { depositUntil } from './deposits.ts'
import { isHaproxyHere, startHaproxy } from './haproxy.ts'
import { Installation, NOTICED_MS } from './installation.ts'
import { lastLines } from './role-process.ts'

const CALLERS = 16
/** With the build of both packages. */
const LIMIT_MS = 20 * 60_000
const SAY_EVERY_MS = 5_000
const FAILURES_SHOWN = 20

const { values, positionals } = parseArgs({ options: { calls: { type: 'string', default: '10000' } }, allowPositionals: true })
const [commit] = positionals
const say = (sentence: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${sentence}`)

if (!isHaproxyHere()) console.log('The rolling restart is left out: this machine lacks haproxy.')
else if (commit !== undefined && !isCommitHere(commit)) console.log(`The rolling upgrade is left out: this clone lacks ${commit}.`)
else await endingWhatItStarted(drill)

/** How to end what was started: at once, and whatever state it is in. */
type Endings = (() => void | Promise<void>)[]

/** Ends everything at the end, at a signal and at the deadline, the last first; then the process itself. */
async function endingWhatItStarted(work: (endings: Endings, signal: AbortSignal) => Promise<boolean>): Promise<never> {
  const endings: Endings = []
  const interruption = new AbortController()
  const interrupted = once(interruption.signal, 'abort').then(() => Promise.reject(interruption.signal.reason))
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interruption.abort(new Error(`ended by ${name}`)))
  setTimeout(() => interruption.abort(new Error(`not within ${LIMIT_MS / 60_000} minutes`)), LIMIT_MS)
  let isWell = false
  try {
    isWell = await Promise.race([work(endings, interruption.signal), interrupted])
  } catch (error) {
    console.error(error)
  }
  for (const end of endings.reverse()) await new Promise<void>((resolve) => resolve(end())).catch((error) => console.error(error))
  process.exit(isWell ? 0 : 1)
}

async function drill(endings: Endings, signal: AbortSignal): Promise<boolean> {
  const folder = temporaryFolder('replicas')
  endings.push(() => rmSync(folder, { recursive: true, force: true }))
  const now = await builtPackage(null, folder, signal)
  const before = commit === undefined ? now : await builtPackage(commit, folder, signal)
  const ports = (await Promise.all(Array.from({ length: 7 }, () => claimPort()))).map(({ port }) => port)
  const [proxy = 0, ...others] = ports
  const url = `http://127.0.0.1:${proxy}`
  const dataDir = join(folder, 'data')
  const settings = readPlatformSettings({ DATA_DIR: dataDir, PUBLIC_URL: url }, [])
  const starting = startEmbeddedParts(settings, {}, createLog({ level: 'error', pretty: false }), systemClock)
  endings.push(async () => (await starting).stop())
  await starting
  const installation = new Installation({ dataDir, url, ports: others, logs: folder, say })
  endings.push(() => installation.killAll())
  await installation.startAll(before)
  endings.push(startHaproxy(folder, proxy, installation.webPorts))
  await delay(NOTICED_MS)
  const outcome = await underCalls(url, () => installation.restartAll(now))
  await installation.stopAll()
  const isWell = report(outcome)
  if (!isWell)
    for (const name of ['web1', 'core1', 'worker1', 'web2', 'core2', 'worker2']) say(`${name}:\n${lastLines(installation.logOf(name))}`)
  return isWell
}

interface Outcome extends Tally {
  readonly deposits: number
}

/** Calls and deposits until `work` has ended and enough calls were made. */
async function underCalls(url: string, work: () => Promise<void>): Promise<Outcome> {
  const over = new AbortController()
  const token = keptSignedIn(url, CUSTOMER)
  const tally: Tally = { calls: 0, failures: [] }
  const calling = callUntil(over.signal, { url, callers: CALLERS, tally, token })
  const depositing = depositUntil(over.signal, url, token)
  const saying = setInterval(() => say(`${tally.calls} calls, ${tally.failures.length} failures`), SAY_EVERY_MS)
  const working = work().then(async () => {
    while (tally.calls < Number(values.calls)) await delay(NOTICED_MS / 10)
  })
  try {
    // A deposit that fails ends the drill without a wait.
    await Promise.race([working, depositing.then(() => working)])
    over.abort()
    const [deposits] = await Promise.all([depositing, calling])
    return { ...tally, deposits }
  } finally {
    clearInterval(saying)
  }
}

/** Whether all was well. */
function report({ calls, failures, deposits }: Outcome): boolean {
  say(`${calls} calls, ${failures.length} failures, ${deposits} deposits`)
  for (const failure of failures.slice(0, FAILURES_SHOWN)) say(`  ${failure}`)
  return failures.length === 0 && deposits > 0
}
