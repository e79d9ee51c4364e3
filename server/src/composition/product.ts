/** The composition root: embedded parts, platform, modules in the order of their dependencies, HTTP. */
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { unavailableReasonOf } from '../chain/node-unavailable.ts'
import { startSigner } from '../domains/money/blockchain/index.ts'
import { backupGauges } from '../platform/database/backup-runs.ts'
import { type ConnectionSettings, type OpenDatabase, openDatabase } from '../platform/database/database.ts'
import { clockGauges, connectionGauges, unitGauges } from '../platform/database/database-gauges.ts'
import { prepareDatabase } from '../platform/database/prepare-database.ts'
import { createFreeSpace, fileRoutes } from '../platform/files/index.ts'
import { startCompression } from '../platform/http/file-compression.ts'
import type { Route } from '../platform/http/route.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { createWebEdge } from '../platform/http/web-edge.ts'
import { startWakeups } from '../platform/jobs/wakeups.ts'
import { coreCheck, diskCheck, eventsCheck, jobsCheck, migrationsCheck, schedulesCheck } from '../platform/management/checks.ts'
import { createHealth, type Health } from '../platform/management/health.ts'
import { openHealthPort } from '../platform/management/health-port.ts'
import { managementRoutes, metricsToken } from '../platform/management/routes.ts'
import type { Platform } from '../platform/module.ts'
import { databaseCheck } from '../platform/observability/health-check.ts'
import { createLog, type Log } from '../platform/observability/log.ts'
import { createMetrics, type Metrics } from '../platform/observability/metrics.ts'
import { phraseRoutes } from '../platform/phrases/routes.ts'
import { type PlatformSettings, readPlatformSettings } from '../platform/process/config.ts'
import { PROCESS_ROLES } from '../platform/process/process-roles.ts'
import { declaredSettings, type Environment, refuseMisspelled, SettingsInvalid } from '../platform/process/settings.ts'
import { KEY_RULES } from '../platform/secrets/role-keys.ts'
import { openSecrets } from '../platform/secrets/secrets.ts'
import { type Clock, type MovableClock, movableClock, systemClock } from '../platform/time/clock.ts'
import { startTracing } from '../platform/tracing/start-tracing.ts'
import { createUnitOfWork, TURN_CONNECTIONS, Turns, UNIT_CONNECTIONS, type UnitOfWork } from '../platform/unit-of-work/index.ts'
import { createPlatform } from './create-platform.ts'
import { type Development, development } from './development.ts'
import { migrationSources } from './migration-sources.ts'
import { createModules, type Modules } from './modules.ts'
import type { ProductParts } from './product-parts.ts'
import { sealingKeyFigures } from './sealing-keys.ts'
import { startParts } from './start-parts.ts'

const WEB_FOLDER = fileURLToPath(new URL('../../../web/dist', import.meta.url))

export interface RunningProduct {
  readonly settings: PlatformSettings
  readonly env: Environment
  /** Report that this process is not ready, and continue to accept calls until load balancers have noticed it. */
  drain(): Promise<void>
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
  const demo = settings.profile === 'demo' ? await development() : null
  const log = createLog({ level: settings.logLevel, pretty: demo !== null })
  // The demo has settings of its own.
  if (demo) refuseMisspelled(env, [...declaredSettings().keys(), ...Object.keys(KEY_RULES)])
  const watched = await startWatched(settings, env, log)
  try {
    const product = await startRoles({ settings, given: env, log, watched, demo }, signal)
    watched.health.markStarted()
    return watchedProduct(product, watched)
  } catch (error) {
    await watched.close()
    throw error
  }
}

interface Watched {
  readonly health: Health
  useMetrics(metrics: Metrics): void
  /** Ends the health port. */
  close(): Promise<void>
}

/** The health port answers from here on, so that a start that takes long is seen as alive and not ready. */
async function startWatched(settings: PlatformSettings, env: Environment, log: Log): Promise<Watched> {
  const { roles, healthPort, profile } = settings
  const stopTracing = await startTracing(env, roles)
  const health = createHealth({ answersCalls: roles.has('web') || roles.has('core') })
  if (healthPort === 0) return { health, useMetrics: () => undefined, close: stopTracing }
  const { useMetrics, close } = await openHealthPort({ settings, log, health, access: { token: metricsToken(env), profile } })
  return { health, useMetrics, close: () => close().finally(stopTracing) }
}

type StartedRoles = Omit<RunningProduct, 'drain'>

/** The health port closes last: a process that waits for its running jobs is alive. */
function watchedProduct({ settings, env, stop }: StartedRoles, { health, close }: Watched): RunningProduct {
  const answersCalls = settings.roles.has('web') || settings.roles.has('core')
  return {
    settings,
    env,
    async drain() {
      health.markDraining()
      if (answersCalls) await delay(settings.drainMs)
    },
    async stop() {
      health.markDraining()
      await stop().finally(close)
    },
  }
}

interface Start {
  readonly settings: PlatformSettings
  readonly given: Environment
  readonly log: Log
  readonly watched: Watched
  /** Null in production. */
  readonly demo: Development | null
}

async function startRoles(start: Start, signal: AbortSignal): Promise<StartedRoles> {
  const { settings, given: env, log, watched } = start
  if (settings.roles.has('signer') && settings.roles.size === 1) return startSignerAlone(start)
  if (settings.coreUrl !== null) return startWebAlone(start, settings.coreUrl)
  const demo = start.demo && { ...start.demo, clock: movableClock() }
  const parts = await startParts(settings, env, log, demo?.clock ?? systemClock)
  try {
    return await runOn(parts, settings, { ...parts.env, ...env }, log, { demo, signal, watched })
  } catch (error) {
    await parts.stop()
    throw error
  }
}

/** Process with the signer only: no module, no provider, no port but the health port. It cannot migrate with its only connection. */
async function startSignerAlone({ settings, given, log, watched }: Start): Promise<StartedRoles> {
  const parts = settings.databaseSignerUrl === null ? await startParts(settings, given, log, systemClock) : null
  const env = { ...parts?.env, ...given }
  const ofDemo = parts?.database.signer ?? parts?.database.owner
  const connection = ofDemo ?? { connectionString: settings.databaseSignerUrl ?? '' }
  const wakeups = startWakeups(connection, log)
  const secrets = openSecrets(settings, env)
  const signer = await startSigner({ settings, env, clock: systemClock, log, secrets, connection, wakeups }).catch(async (error) => {
    await wakeups.stop()
    throw error
  })
  watched.health.add(...signer.health)
  watched.useMetrics(createMetrics({ log }, [watched.health.figures]))
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
async function startWebAlone({ settings, given: env, log, watched: { health } }: Start, url: string): Promise<StartedRoles> {
  const core = { url, token: settings.coreToken ?? '' }
  const app = await createWebEdge({ settings, core, clock: systemClock, log, health, webFolder: WEB_FOLDER })
  health.add(coreCheck(url))
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

type Demo = Development & { readonly clock: MovableClock }

interface Beginning {
  /** Null in production. */
  readonly demo: Demo | null
  readonly signal: AbortSignal
  readonly watched: Watched
}

/** Parts of a failed start are stopped again: they would keep their database connections for as long as the process lives. */
async function runOn(
  parts: ProductParts,
  settings: PlatformSettings,
  env: Environment,
  log: Log,
  beginning: Beginning,
): Promise<StartedRoles> {
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
  readonly parts: ProductParts
  readonly connections: Awaited<ReturnType<typeof prepareDatabase>>
  readonly settings: PlatformSettings
  readonly env: Environment
  readonly log: Log
}

/** Start the parts one by one; `stops` has how to stop each that has started, in this order. */
async function startOn(
  { parts, connections, settings, env, log, demo, signal, watched }: Started,
  stops: (() => Promise<void>)[],
): Promise<void> {
  const { db, pool, close } = openDatabase(connections.application)
  stops.push(close)
  const wakeups = startWakeups(connections.application, log)
  stops.push(wakeups.stop)

  const hasMonths = demo !== null && parts.isKeeper && settings.roles.size === PROCESS_ROLES.length && isWithSandbox(parts, env)
  if (demo) {
    if (hasMonths) await demo.beginHistory(db, env)
    await demo.openClock(db, demo.clock)
    const following = demo.keepFollowing(db, demo.clock)
    stops.push(async () => following.stop())
  }
  const clock = demo?.clock ?? systemClock
  const units = startUnits({ connection: connections.application, clock, log }, stops)
  const platform = createPlatform({ settings, env, log, db, clock, units })
  const { jobs } = platform
  const modules = await createModules(platform)
  await demo?.seedDemoPeople(db, modules)
  await checkNode(modules, log)
  const metrics = watch({ platform, modules, pool }, watched)
  let months: (() => Promise<void>) | null = null
  if (settings.roles.has('core')) {
    const demoRoutes = demo ? [...demo.demoClockRoutes(db, demo.clock), ...demo.demoFaucetRoutes(env)] : []
    const app = await createCore(platform, modules, { demoRoutes, metrics, health: watched.health })
    stops.push(() => app.close())
    const listen = async () => void stops.push(await listenAndCompress(app, settings, log))
    if (demo && hasMonths && (await demo.isHistoryDue(db))) {
      const waiting = await demo.openWaitingPage(settings)
      stops.push(waiting.close)
      log.info(`${settings.publicUrl} shows how far the demo is, and opens when its months are made`)
      months = async () => {
        await makeMonths(demo, { app, env, settings, parts: { db, clock: demo.clock, log, modules, show: waiting.show }, signal })
        await waiting.close()
        if (!signal.aborted) await listen()
      }
    } else await listen()
  }
  if (settings.roles.has('signer')) {
    const signer = await startSigner({ ...platform, connection: connections.signer, onStored: modules.blockchain.follow, wakeups })
    watched.health.add(...signer.health.filter(({ name }) => name === 'chain' && !settings.roles.has('core')))
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
  const turns = openDatabase(connection, { maxConnections: TURN_CONNECTIONS })
  const units = createUnitOfWork({ db, turns: new Turns(turns.db), clock, log })
  stops.push(() =>
    units
      .idle()
      .finally(() => Promise.all([close(), turns.close()]))
      .then(() => undefined),
  )
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

/** @throws SettingsInvalid for a node of another chain; one that does not answer may still start */
async function checkNode({ blockchain }: Modules, log: Log): Promise<void> {
  await blockchain.checkNode().catch((error) => {
    if (unavailableReasonOf(error) === 'other_chain') throw new SettingsInvalid(error.message)
    log.warn({ err: error }, 'the node of the chain does not answer yet')
  })
}

interface WatchedParts {
  readonly platform: Platform
  readonly modules: Modules
  readonly pool: OpenDatabase['pool']
}

/** Checks of the roles of this process, and its metrics. */
function watch({ platform, modules, pool }: WatchedParts, { health, useMetrics }: Watched): Metrics {
  const { settings, db, clock, log, jobs, units } = platform
  const { roles } = settings
  const sealsTrail = roles.has('scheduler')
  health.add(databaseCheck(db), diskCheck(settings))
  if (roles.has('core')) health.add(migrationsCheck(db, migrationSources()), modules.blockchain.health)
  if (roles.has('core') || roles.has('scheduler')) health.add(modules.pricing.health)
  if (roles.has('worker')) health.add(jobsCheck({ db, clock }), eventsCheck(db))
  if (roles.has('scheduler')) health.add(schedulesCheck(jobs))
  const ofProcess = [
    jobs.scheduleFigures,
    createFreeSpace(settings).figures,
    connectionGauges(pool),
    unitGauges(units),
    clockGauges(db),
    backupGauges(db),
    sealingKeyFigures({ ...platform, sealsTrail }),
    health.figures,
  ]
  const metrics = createMetrics({ db, clock, log }, [...ofProcess, ...modules.figures])
  useMetrics(metrics)
  return metrics
}

interface CoreParts {
  readonly demoRoutes: readonly Route[]
  readonly metrics: Metrics
  readonly health: Health
}

function createCore(platform: Platform, modules: Modules, { demoRoutes, metrics, health }: CoreParts): Promise<FastifyInstance> {
  const { settings, db, clock, log, uploads } = platform
  const routes = [
    ...modules.routes,
    ...managementRoutes(platform, metrics, health),
    ...phraseRoutes(),
    ...fileRoutes(platform, modules.identity.isSessionLive),
    ...demoRoutes,
  ].filter(({ endpoint }) => settings.profile === 'demo' || endpoint.role !== 'DEMO')
  const { authenticate, stepUp } = modules.identity
  stepUp.register(routes)
  const parts = { settings, db, clock, log, routes, authenticate, stepUp: stepUp.gate, uploads, metrics, isDraining: health.isDraining }
  return createHttpServer({ ...parts, webFolder: settings.roles.has('web') ? WEB_FOLDER : null, coreToken: settings.coreToken })
}

interface MonthsParts {
  readonly app: FastifyInstance
  readonly env: Environment
  readonly settings: PlatformSettings
  readonly parts: Omit<Parameters<Development['replayHistory']>[0], 'url' | 'modules'> & { readonly modules: Modules }
  readonly signal: AbortSignal
}

/** Before the product is open to others, since its clock leaps meanwhile. */
async function makeMonths(demo: Demo, { app, env, settings, parts, signal }: MonthsParts): Promise<void> {
  const inside = await demo.openInternalPort(app, { sandboxUrl: env.SANDBOX_URL ?? '', publicUrl: settings.publicUrl })
  try {
    await demo.replayHistory({ ...parts, url: inside.url }, (site) => demo.monthsOf(site, parts.modules), signal)
  } finally {
    await inside.close()
  }
}

/** Months are replayed only with the demo's own providers. */
const isWithSandbox = (parts: ProductParts, env: Environment): boolean =>
  ['SANDBOX_URL', 'WOMPI_URL', 'PAYOUTS_URL', 'CHAIN_RPC_URL'].every((name) => env[name] !== undefined && env[name] === parts.env[name])
