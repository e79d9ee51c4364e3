/**
 * `tunjo reconcile`: one pass over the books, the chain and the provider, and everything that differs. With the settings of a worker, beside the running
 * product or without it. What it finds it keeps as the product's own passes do.
 */
import { createPlatform } from './create-platform.ts'
import { openClock } from './demo/clock.ts'
import { type EmbeddedParts, startEmbeddedParts } from './embedded.ts'
import { migrationSources } from './migration-sources.ts'
import type { Reconciliation } from './modules/reconciliation/index.ts'
import { createModules } from './modules.ts'
import { type Clock, movableClock, systemClock } from './platform/clock.ts'
import { CommandRefused } from './platform/command-refused.ts'
import { type PlatformSettings, readPlatformSettings } from './platform/config.ts'
import { type Database, openDatabase } from './platform/database.ts'
import { createLog } from './platform/log.ts'
import { missingMigrations } from './platform/migrations.ts'
import { type Environment, SettingsInvalid } from './platform/settings.ts'

type PassReport = Awaited<ReturnType<Reconciliation['passAndReport']>>

/** Answers the exit code. */
export async function reconcileCommand(given: Environment): Promise<number> {
  const settings = readPlatformSettings(given, ['--roles', 'worker,scheduler'])
  const log = createLog({ level: 'warn', pretty: false })
  const parts = await startEmbeddedParts(settings, given, log, systemClock)
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

async function passOn(parts: EmbeddedParts, settings: PlatformSettings, env: Environment): Promise<PassReport> {
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
  await openClock(db, clock)
  return clock
}
