/**
 * `tunjo reconcile`: one pass over the books, the chain and the provider, and everything that differs. With the settings of a worker, beside the running
 * product or without it. What it finds it keeps as the product's own passes do.
 */
import { createPlatform } from '../composition/create-platform.ts'
import { development } from '../composition/development.ts'
import { migrationSources } from '../composition/migration-sources.ts'
import { createModules } from '../composition/modules.ts'
import type { ProductParts } from '../composition/product-parts.ts'
import { startParts } from '../composition/start-parts.ts'
import type { Reconciliation } from '../domains/money/reconciliation/index.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { missingMigrations } from '../platform/database/migrations.ts'
import { createLog } from '../platform/observability/log.ts'
import { CommandRefused } from '../platform/process/command-refused.ts'
import { type PlatformSettings, readPlatformSettings } from '../platform/process/config.ts'
import { type Environment, SettingsInvalid } from '../platform/process/settings.ts'
import { type Clock, movableClock, systemClock } from '../platform/time/clock.ts'

type PassReport = Awaited<ReturnType<Reconciliation['passAndReport']>>

/** Answers the exit code. */
export async function reconcileCommand(given: Environment): Promise<number> {
  const settings = readPlatformSettings(given, ['--roles', 'worker,scheduler'])
  const log = createLog({ level: 'warn', pretty: false })
  const parts = await startParts(settings, given, log, systemClock)
  try {
    const { open, found, failed, madeAt } = await passOn(parts, settings, { ...parts.env, ...given })
    for (const line of open) console.error(`open    ${line}`)
    for (const line of found) console.error(`found   ${line} (a second pass that finds it opens it)`)
    for (const line of failed) console.error(`failed  ${line}`)
    if (madeAt === null) console.log('The running product made its last pass a moment ago: this is what it found.')
    const isGood = open.length + found.length + failed.length === 0
    console.log(isGood ? 'The books agree.' : `${open.length} open, ${found.length} found once, ${failed.length} parts not compared.`)
    return isGood ? 0 : 1
  } finally {
    await parts.stop()
  }
}

async function passOn(parts: ProductParts, settings: PlatformSettings, env: Environment): Promise<PassReport> {
  const connection = parts.database.application ?? parts.database.owner
  if (connection === null) throw new SettingsInvalid('DATABASE_URL is needed.')
  const { db, close } = openDatabase(connection, { maxConnections: 4 })
  try {
    const missing = await missingMigrations(db, migrationSources())
    if (missing.length > 0) throw new CommandRefused(`The database lacks ${missing.length} migrations: run "npx tunjo migrate" first.`)
    const log = createLog({ level: settings.logLevel === 'debug' ? 'debug' : 'fatal', pretty: false })
    const modules = await createModules(createPlatform({ settings, env, log, db, clock: await clockOf(settings, db) }))
    try {
      await modules.blockchain.checkNode()
      return await modules.reconciliation.passAndReport()
    } finally {
      await modules.screening.stop()
    }
  } finally {
    await close()
  }
}

/** A demo has a clock of its own, which its people may have moved. */
async function clockOf({ profile }: PlatformSettings, db: Database): Promise<Clock> {
  if (profile === 'production') return systemClock
  const clock = movableClock()
  const { openClock } = await development()
  await openClock(db, clock)
  return clock
}
