/**
 * `tunjo create-administrator`: print a link for one of the first two administrators, who chooses a password there and adds a second factor
 * at the first sign-in. Needs the owner's connection to the database, after the migrations (decision 86).
 */
import { STAFF_INVITATION_PATH } from '@tunjo/contract/join-team'
import { migrationSources } from '../composition/migration-sources.ts'
import { type AdministratorAsked, makeAdministratorLink } from '../domains/customers/identity/index.ts'
import { createAudit } from '../platform/audit/index.ts'
import { openDatabase } from '../platform/database/database.ts'
import { missingMigrations } from '../platform/database/migrations.ts'
import { CommandRefused } from '../platform/process/command-refused.ts'
import { readOperatorSettings } from '../platform/process/config.ts'
import { type Environment, SettingsInvalid, settingOf } from '../platform/process/settings.ts'
import { openSecrets } from '../platform/secrets/secrets.ts'
import { systemClock } from '../platform/time/clock.ts'
import { withOperatorDatabase } from './operator-database.ts'

/** Returns the exit code. */
export async function createAdministratorCommand(asked: AdministratorAsked, env: Environment): Promise<number> {
  const settings = readOperatorSettings(env)
  if (settings.profile === 'production' && !settingOf(env, 'PUBLIC_URL'))
    throw new SettingsInvalid('PUBLIC_URL is needed: the link leads to that address of the product.')
  const audit = createAudit({ clock: systemClock, secrets: openSecrets(settings, env) })
  const { token, expiresAt } = await withOperatorDatabase(settings, async (connection) => {
    const { db, close } = openDatabase(connection, { maxConnections: 1 })
    try {
      const missing = await missingMigrations(db, migrationSources())
      if (missing.length > 0) throw new CommandRefused(`The database lacks ${missing.length} migrations: run "npx tunjo migrate" first.`)
      return await makeAdministratorLink({ db, clock: systemClock, audit }, asked)
    } finally {
      await close()
    }
  })
  console.log(`Give this link to ${asked.name}, by a way that others do not read. It works once, until ${expiresAt.toISOString()}:`)
  console.log(`${settings.publicUrl}${STAFF_INVITATION_PATH}/${token}`)
  return 0
}
