/**
 * Checks of the database for `tunjo check`: each connection of the settings, its role's rights, the migrations, the connections and the
 * clock.
 */
import { sql } from 'kysely'
import { migrationSources } from '../../composition/migration-sources.ts'
import { SIGNER_CONNECTIONS } from '../../domains/money/blockchain/index.ts'
import { type Database, openDatabase, POOL_CONNECTIONS } from '../../platform/database/database.ts'
import { missingMigrations } from '../../platform/database/migrations.ts'
import { newerMigrations, tooOldFor } from '../../platform/database/newer-migrations.ts'
import { poolerFault } from '../../platform/database/pooler.ts'
import { unprotectedTables } from '../../platform/database/rights.ts'
import { type Finding, fault, ok, reasonOf, warning } from '../../platform/observability/finding.ts'
import type { PlatformSettings } from '../../platform/process/config.ts'
import { TURN_CONNECTIONS, UNIT_CONNECTIONS } from '../../platform/unit-of-work/index.ts'
import type { Processes } from './processes.ts'

const OLDEST_VERSION = 150_000
const CLOCK_WARNING_MS = 1_000
const CLOCK_FAULT_MS = 10_000
/** Connection of a process for wake-ups, in addition to its pool. */
const LISTENING = 1
/** Connections for migrations at a start, and for a command of an operator. */
const OF_OPERATOR = 2

interface Facts {
  readonly versionNumber: number
  readonly version: string
  readonly role: string
  readonly isSuperuser: boolean
  readonly mayCreate: boolean
  readonly database: string
  /** The same for connections to one database of one server. */
  readonly identity: string
  readonly maxConnections: number
  readonly reserved: number
  /** Limit of the role or of the database, the lower one. -1: no limit. */
  readonly limit: number
  readonly now: Date
}

/** A connection that the settings name, while it is open. */
interface OpenConnection {
  readonly name: 'DATABASE_URL' | 'DATABASE_MIGRATION_URL' | 'DATABASE_SIGNER_URL'
  readonly db: Database
  readonly facts: Facts
  /** This process's time in the middle of the query for the facts. */
  readonly askedAt: Date
}

type DatabaseSettings = Pick<PlatformSettings, 'profile' | 'databaseUrl' | 'databaseMigrationUrl' | 'databaseSignerUrl'>

/** Call `work` with the connections that could be opened; the findings name the others. */
export async function withConnections(
  settings: DatabaseSettings,
  now: () => Date,
  work: (open: readonly OpenConnection[], findings: readonly Finding[]) => Promise<Finding[]>,
): Promise<Finding[]> {
  const named = Object.entries({
    DATABASE_URL: settings.databaseUrl,
    DATABASE_MIGRATION_URL: settings.databaseMigrationUrl,
    DATABASE_SIGNER_URL: settings.databaseSignerUrl,
  }) as [OpenConnection['name'], string | null][]
  const given = named.flatMap(([name, url]) =>
    url === null ? [] : [{ name, url, ...openDatabase({ connectionString: url }, { maxConnections: 1 }) }],
  )
  const open: OpenConnection[] = []
  try {
    const findings = await Promise.all(
      given.map(async ({ name, url, db }) => {
        try {
          const pooler = await poolerFault({ connectionString: url }, name)
          if (pooler) return fault('database', pooler.found, pooler.next)
          const connection = await connect(name, db, now)
          open.push(connection)
          return versionFinding(connection)
        } catch (error) {
          return fault(
            'database',
            `${name}: ${reasonOf(error)}`,
            `Start PostgreSQL and let it take connections from here, or correct ${name}.`,
          )
        }
      }),
    )
    open.sort((one, other) => named.findIndex(([name]) => name === one.name) - named.findIndex(([name]) => name === other.name))
    return await work(open, given.length === 0 ? [withoutDatabase(settings)] : findings)
  } finally {
    await Promise.all(given.map(({ close }) => close()))
  }
}

const withoutDatabase = ({ profile }: DatabaseSettings): Finding =>
  profile === 'demo'
    ? ok('database', 'DATABASE_URL is not set: a demo brings a database of its own.')
    : warning(
        'database',
        'No connection to a database is set here: only the role web needs none.',
        'Set DATABASE_URL, or check with --roles=web.',
      )

async function connect(name: OpenConnection['name'], db: Database, now: () => Date): Promise<OpenConnection> {
  // The first query opens the connection, so that the second one measures only the answer.
  await sql`SELECT 1`.execute(db)
  const before = now().getTime()
  const found = await sql<Facts>`SELECT current_setting('server_version_num')::int AS "versionNumber",
      current_setting('server_version') AS version, current_user::text AS role, rolsuper AS "isSuperuser",
      has_database_privilege(datname, 'CREATE') AS "mayCreate", datname::text AS database,
      concat(pg_database.oid, ' ', pg_postmaster_start_time()) AS identity,
      current_setting('max_connections')::int AS "maxConnections",
      current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true), '0')::int AS reserved,
      coalesce(least(nullif(rolconnlimit, -1), nullif(datconnlimit, -1)), -1) AS limit, clock_timestamp() AS now
    FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`.execute(db)
  const [facts] = found.rows
  if (!facts) throw new Error('the server does not say who is connected')
  return { name, db, facts, askedAt: new Date((before + now().getTime()) / 2) }
}

const versionFinding = ({ name, facts: { version, versionNumber, role, database } }: OpenConnection): Finding =>
  versionNumber < OLDEST_VERSION
    ? fault('database', `${name}: the server is PostgreSQL ${version}.`, 'Use PostgreSQL 15 or newer.')
    : ok('database', `${name}: PostgreSQL ${version}, database ${database}, role ${role}.`)

interface DatabaseChecked {
  readonly findings: Finding[]
  /** Whether all migrations of this version are applied. */
  readonly isMigrated: boolean
}

export async function checkDatabase(
  open: readonly OpenConnection[],
  settings: DatabaseSettings,
  processes: Processes,
): Promise<DatabaseChecked> {
  const [first] = open
  if (!first) return { findings: [], isMigrated: false }
  const missing = await missingOf(open)
  const isMigrated = missing === 0
  const findings = [
    missing === null ? unreadFinding(first) : migrationFinding(missing),
    ...(await newerFindings(open)),
    ...placeFindings(open),
    ...(await Promise.all(open.map((one) => rightsFinding(one, open, { settings, isMigrated })))),
    connectionFinding(first, processes),
    clockFinding(first),
  ]
  return { findings, isMigrated }
}

/**
 * Missing migrations as seen by the connection with the most rights: a role without rights so far sees none of them. Null when the only
 * role has its rights and may not read the list.
 */
async function missingOf(open: readonly OpenConnection[]): Promise<number | null> {
  const counts = await Promise.all(
    open.map(async ({ db }) => ((await mayNotReadList(db)) ? null : (await missingMigrations(db, migrationSources())).length)),
  )
  const seen = counts.filter((count) => count !== null)
  return seen.length === 0 ? null : Math.min(...seen)
}

/** A database that a newer version migrated. */
async function newerFindings(open: readonly OpenConnection[]): Promise<Finding[]> {
  for (const { db } of open) {
    if (await mayNotReadList(db)) continue
    const newer = await newerMigrations(db, migrationSources())
    const sentence = tooOldFor(newer)
    if (sentence !== null) return [fault('migrations', sentence, 'A program of this version does not start with this database.')]
    if (newer.length > 0)
      return [warning('migrations', `The database has ${newer.length} migrations of a newer version.`, 'End the upgrade, or its reversal.')]
  }
  return []
}

/** The signer's role: migrations granted it the schemas, and the list of migrations is not among its tables. */
async function mayNotReadList(db: Database): Promise<boolean> {
  const found = await sql`SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = 'platform' AND relname = 'migration' AND has_schema_privilege(pg_namespace.oid, 'USAGE')
      AND NOT has_table_privilege(pg_class.oid, 'SELECT')`.execute(db)
  return found.rows.length > 0
}

const unreadFinding = ({ name, facts: { role } }: OpenConnection): Finding =>
  ok('migrations', `${name}: the role ${role} may not read which migrations the database has; the check of the role worker compares them.`)

const migrationFinding = (missing: number): Finding =>
  missing === 0
    ? ok('migrations', 'The database has all migrations of this version.')
    : warning(
        'migrations',
        `The database lacks ${missing} migrations of this version.`,
        'Run "npx tunjo migrate" when the other checks are good.',
      )

function placeFindings(open: readonly OpenConnection[]): Finding[] {
  const [first, ...others] = open
  const elsewhere = others.find(({ facts }) => facts.identity !== first?.facts.identity)
  if (!first || !elsewhere) return []
  return [fault('database', `${first.name} and ${elsewhere.name} are not the same database.`, 'Let both name one database of one server.')]
}

interface RightsGiven {
  readonly settings: DatabaseSettings
  readonly isMigrated: boolean
}

const CHECK_RIGHTS = 'database rights'
const OWN_ROLES = 'Make one role for each connection: docs/operations.md, "Rights in the database".'

async function rightsFinding(
  one: OpenConnection,
  open: readonly OpenConnection[],
  { settings, isMigrated }: RightsGiven,
): Promise<Finding> {
  const { name, facts } = one
  const { role, database } = facts
  const same = open.find((other) => other !== one && other.facts.role === role)
  if (same) return fault(CHECK_RIGHTS, `${name} and ${same.name} are the same role ${role}.`, OWN_ROLES)
  const isOwner = name === 'DATABASE_MIGRATION_URL' || (name === 'DATABASE_URL' && settings.databaseMigrationUrl === null && !isMigrated)
  if (isOwner)
    return facts.mayCreate
      ? ok(CHECK_RIGHTS, `${name}: the role ${role} may migrate.`)
      : fault(CHECK_RIGHTS, `${name}: the role ${role} may not make schemas in ${database}.`, `ALTER DATABASE ${database} OWNER TO ${role}`)
  if (name === 'DATABASE_SIGNER_URL') return limitedFinding(one, [])
  return limitedFinding(one, isMigrated ? await unprotectedTables(one.db, migrationSources()) : [])
}

/** The database itself refuses changes by a role without rights, whatever the product does. */
function limitedFinding({ name, facts: { role, isSuperuser } }: OpenConnection, unprotected: readonly string[]): Finding {
  if (isSuperuser) return fault(CHECK_RIGHTS, `${name}: the role ${role} is a superuser, to whom the database refuses nothing.`, OWN_ROLES)
  if (unprotected.length > 0)
    return fault(CHECK_RIGHTS, `${name}: the role ${role} may change ${unprotected.length} tables that only grow.`, OWN_ROLES)
  return ok(CHECK_RIGHTS, `${name}: the role ${role} may not change what only grows.`)
}

/** Each process fills its pool under load: together the pools must fit, or the last one waits and fails. */
function connectionFinding({ facts: { maxConnections, reserved, limit } }: OpenConnection, { core, worker, signer }: Processes): Finding {
  const ofUnits = UNIT_CONNECTIONS + TURN_CONNECTIONS
  const needed = (core + worker) * (POOL_CONNECTIONS + ofUnits + LISTENING) + signer * (SIGNER_CONNECTIONS + LISTENING) + OF_OPERATOR
  const room = limit === -1 ? maxConnections - reserved : Math.min(maxConnections - reserved, limit)
  const sum = `${core} core, ${worker} worker and ${signer} signer hold up to ${needed} connections, and the server has room for ${room}`
  if (needed > room)
    return fault('database connections', `${sum}.`, `Set max_connections to ${needed + reserved} or more, or start fewer processes.`)
  return ok('database connections', `${sum}.`)
}

/** Codes, links and sessions use the clock of each process, and rows that of the database. */
function clockFinding({ facts: { now }, askedAt }: OpenConnection): Finding {
  const difference = Math.abs(now.getTime() - askedAt.getTime())
  const found = `The clocks of this machine and of the database differ by ${difference} ms.`
  const next = 'Let both machines follow the same time servers (chrony, systemd-timesyncd).'
  if (difference > CLOCK_FAULT_MS) return fault('clock', found, next)
  return difference > CLOCK_WARNING_MS ? warning('clock', found, next) : ok('clock', found)
}
