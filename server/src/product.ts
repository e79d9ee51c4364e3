/** The composition root: embedded parts, platform, modules in the order of their dependencies, HTTP. */
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { unavailableReasonOf } from './chain/node-unavailable.ts'
import { createPlatform } from './create-platform.ts'
import { demoClockRoutes, keepFollowing, openClock } from './demo/clock.ts'
import { demoFaucetRoutes } from './demo/faucet.ts'
import { openInternalPort } from './demo/history/internal-port.ts'
import { monthsOf } from './demo/history/months.ts'
import { beginHistory, type HistoryParts, isHistoryDue, replayHistory } from './demo/history/replay.ts'
import { openWaitingPage } from './demo/history/waiting-page.ts'
import { seedDemoPeople } from './demo/people.ts'
import { type EmbeddedParts, startEmbeddedParts } from './embedded.ts'
import { migrationSources } from './migration-sources.ts'
import { startSigner } from './modules/blockchain/index.ts'
import { createModules, type Modules } from './modules.ts'
import { type Clock, type MovableClock, movableClock, systemClock } from './platform/clock.ts'
import { type PlatformSettings, readPlatformSettings } from './platform/config.ts'
import { type ConnectionSettings, type OpenDatabase, openDatabase } from './platform/database.ts'
import { connectionGauges, unitGauges } from './platform/database-gauges.ts'
import { createFreeSpace, fileRoutes } from './platform/files/index.ts'
import { startCompression } from './platform/http/compress-files.ts'
import type { Route } from './platform/http/route.ts'
import { createHttpServer } from './platform/http/server.ts'
import { createWebEdge } from './platform/http/web-edge.ts'
import { startWakeups } from './platform/jobs/wakeups.ts'
import { createLog, type Log } from './platform/log.ts'
import { managementRoutes } from './platform/management/routes.ts'
import { createMetrics } from './platform/metrics.ts'
import type { Platform } from './platform/module.ts'
import { phraseRoutes } from './platform/phrases/routes.ts'
import { prepareDatabase } from './platform/prepare-database.ts'
import { PROCESS_ROLES } from './platform/process-roles.ts'
import { KEY_RULES } from './platform/role-keys.ts'
import { openSecrets } from './platform/secrets.ts'
import { declaredSettings, type Environment, refuseMisspelled, SettingsInvalid } from './platform/settings.ts'
import { createUnitOfWork, UNIT_CONNECTIONS, type UnitOfWork } from './platform/unit-of-work/index.ts'

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))

export interface RunningProduct {
  readonly settings: PlatformSettings
  readonly env: Environment
  /** Refuse new calls, wait for calls in flight and running jobs, then stop what was started. */
  stop(): Promise<void>
}

/** @param signal ends a start that takes long because a new demo replays its months; what was started can still be stopped */
export async function startProduct(
  env: Environment,
  args: readonly string[],
  signal = new AbortController().signal,
): Promise<RunningProduct> {
  refuseMisspelled(env, [...declaredSettings().keys(), ...Object.keys(KEY_RULES)])
  const settings = readPlatformSettings(env, args)
  const log = createLog({ level: settings.logLevel, pretty: settings.profile === 'demo' })
  if (settings.roles.has('signer') && settings.roles.size === 1) return startSignerAlone(settings, env, log)
  if (settings.coreUrl !== null) return startWebAlone(settings, settings.coreUrl, env, log)
  const demoClock = settings.profile === 'demo' ? movableClock() : null
  const parts = await startEmbeddedParts(settings, env, log, demoClock ?? systemClock)
  try {
    return await runOn(parts, settings, { ...parts.env, ...env }, log, { demoClock, signal })
  } catch (error) {
    await parts.stop()
    throw error
  }
}

/** Process with the signer only: no module, no provider, no port. It cannot migrate with its only connection. */
async function startSignerAlone(settings: PlatformSettings, given: Environment, log: Log): Promise<RunningProduct> {
  const parts = settings.databaseSignerUrl === null ? await startEmbeddedParts(settings, given, log, systemClock) : null
  const env = { ...parts?.env, ...given }
  const ofDemo = parts?.database.signer ?? parts?.database.owner
  const connection = ofDemo ?? { connectionString: settings.databaseSignerUrl ?? '' }
  const wakeups = startWakeups(connection, log)
  const secrets = openSecrets(settings, env)
  const signer = await startSigner({ settings, env, clock: systemClock, log, secrets, connection, wakeups }).catch(async (error) => {
    await wakeups.stop()
    throw error
  })
  return {
    settings,
    env,
    async stop() {
      await signer.stop()
      await wakeups.stop()
      await parts?.stop()
    },
  }
}

/** Process with only the proxy to the core: no database, no module, no key. */
async function startWebAlone(settings: PlatformSettings, url: string, env: Environment, log: Log): Promise<RunningProduct> {
  const core = { url, token: settings.coreToken ?? '' }
  const app = await createWebEdge({ settings, core, clock: systemClock, log, webFolder: WEB_FOLDER })
  const stopCompression = await listenAndCompress(app, settings, log)
  return {
    settings,
    env,
    async stop() {
      await app.close()
      await stopCompression()
    },
  }
}

interface Beginning {
  readonly demoClock: MovableClock | null
  readonly signal: AbortSignal
}

/** Parts of a failed start are stopped again: they would keep their database connections for as long as the process lives. */
async function runOn(
  parts: EmbeddedParts,
  settings: PlatformSettings,
  env: Environment,
  log: Log,
  beginning: Beginning,
): Promise<RunningProduct> {
  const connections = await prepareDatabase(parts.database, migrationSources(), log)
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each().catch((error) => log.error({ err: error }, 'a part did not stop'))
  }
  try {
    await startOn({ parts, connections, settings, env, log, ...beginning }, stops)
  } catch (error) {
    await stop()
    throw error
  }
  stops.unshift(() => parts.stop())
  return { settings, env, stop }
}

interface Started extends Beginning {
  readonly parts: EmbeddedParts
  readonly connections: Awaited<ReturnType<typeof prepareDatabase>>
  readonly settings: PlatformSettings
  readonly env: Environment
  readonly log: Log
}

/** Start the parts one by one; `stops` has how to stop each that has started, in this order. */
async function startOn(
  { parts, connections, settings, env, log, demoClock, signal }: Started,
  stops: (() => Promise<void>)[],
): Promise<void> {
  const { db, pool, close } = openDatabase(connections.application)
  stops.push(close)
  const wakeups = startWakeups(connections.application, log)
  stops.push(wakeups.stop)
  const isDemo = settings.profile === 'demo'

  const hasMonths = demoClock !== null && parts.isKeeper && settings.roles.size === PROCESS_ROLES.length && isWithSandbox(parts, env)
  if (demoClock) {
    if (hasMonths) await beginHistory(db, env)
    await openClock(db, demoClock)
    const following = keepFollowing(db, demoClock)
    stops.push(async () => following.stop())
  }
  const clock = demoClock ?? systemClock
  const units = startUnits({ connection: connections.application, clock, log }, stops)
  const platform = createPlatform({ settings, env, log, db, clock, units })
  const { jobs } = platform
  const modules = await createModules(platform)
  if (isDemo) await seedDemoPeople(db, modules)
  await modules.blockchain.checkNode().catch((error) => {
    if (unavailableReasonOf(error) === 'other_chain') throw new SettingsInvalid(error.message)
    log.warn({ err: error }, 'the node of the chain does not answer yet')
  })
  let months: (() => Promise<void>) | null = null
  if (settings.roles.has('core')) {
    const demoRoutes = demoClock ? [...demoClockRoutes(db, demoClock), ...demoFaucetRoutes(env)] : []
    const app = await createCore({ platform, modules, pool, demoRoutes })
    stops.push(() => app.close())
    const listen = async () => void stops.push(await listenAndCompress(app, settings, log))
    if (hasMonths && (await isHistoryDue(db))) {
      const waiting = await openWaitingPage(settings)
      stops.push(waiting.close)
      log.info(`${settings.publicUrl} shows how far the demo is, and opens when its months are made`)
      months = async () => {
        await makeMonths({ app, env, settings, parts: { db, clock: demoClock, log, modules, show: waiting.show }, signal })
        await waiting.close()
        if (!signal.aborted) await listen()
      }
    } else await listen()
  }
  if (settings.roles.has('signer')) {
    const signer = await startSigner({ ...platform, connection: connections.signer, onStored: modules.blockchain.follow, wakeups })
    stops.push(() => signer.stop())
  }
  jobs.start(settings.roles, wakeups)
  stops.push(() => jobs.stop().finally(() => modules.screening.stop()))
  await months?.()
}

/** Use cases that run in groups, on connections of their own: their statements are prepared while tables are small. */
function startUnits(
  { connection, clock, log }: { connection: ConnectionSettings; clock: Clock; log: Log },
  stops: (() => Promise<void>)[],
): UnitOfWork {
  const { db, close } = openDatabase(connection, { maxConnections: UNIT_CONNECTIONS, plansByIndex: true })
  const units = createUnitOfWork({ db, clock, log })
  stops.push(() => units.idle().finally(close))
  return units
}

/** Returns how to end the compression. Before the port is open it would delay the start. */
async function listenAndCompress(
  app: FastifyInstance,
  { host, port, roles, webBrotli }: PlatformSettings,
  log: Log,
): Promise<() => Promise<void>> {
  await app.listen({ host, port })
  return webBrotli && roles.has('web') ? startCompression(WEB_FOLDER, log).stop : async () => undefined
}

interface CoreParts {
  readonly platform: Platform
  readonly modules: Modules
  readonly pool: OpenDatabase['pool']
  readonly demoRoutes: readonly Route[]
}

function createCore({ platform, modules, pool, demoRoutes }: CoreParts): Promise<FastifyInstance> {
  const { settings, db, clock, log, jobs, uploads, units } = platform
  const ofProcess = [jobs.scheduleFigures, createFreeSpace(settings).figures, connectionGauges(pool), unitGauges(units)]
  const metrics = createMetrics({ db, clock, log }, [...ofProcess, ...modules.figures])
  const routes = [
    ...modules.routes,
    ...managementRoutes(platform, metrics),
    ...phraseRoutes(),
    ...fileRoutes(platform, modules.identity.isSessionLive),
    ...demoRoutes,
  ].filter(({ endpoint }) => settings.profile === 'demo' || endpoint.role !== 'DEMO')
  const { authenticate, stepUp } = modules.identity
  stepUp.register(routes)
  const parts = { settings, db, clock, log, routes, authenticate, stepUp: stepUp.gate, uploads, metrics }
  return createHttpServer({ ...parts, webFolder: settings.roles.has('web') ? WEB_FOLDER : null, coreToken: settings.coreToken })
}

interface MonthsParts {
  readonly app: FastifyInstance
  readonly env: Environment
  readonly settings: PlatformSettings
  readonly parts: Omit<HistoryParts, 'url' | 'modules'> & { readonly modules: Modules }
  readonly signal: AbortSignal
}

/** Before the product is open to others, since its clock leaps meanwhile. */
async function makeMonths({ app, env, settings, parts, signal }: MonthsParts): Promise<void> {
  const inside = await openInternalPort(app, { sandboxUrl: env.SANDBOX_URL ?? '', publicUrl: settings.publicUrl })
  try {
    await replayHistory({ ...parts, url: inside.url }, (site) => monthsOf(site, parts.modules), signal)
  } finally {
    await inside.close()
  }
}

/** Months are replayed only with the demo's own providers. */
const isWithSandbox = (parts: EmbeddedParts, env: Environment): boolean =>
  ['SANDBOX_URL', 'WOMPI_URL', 'PAYOUTS_URL', 'CHAIN_RPC_URL'].every((name) => env[name] !== undefined && env[name] === parts.env[name])
