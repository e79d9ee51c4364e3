/**
 * Views of the database made equal to their files. Each view says in its comment which text it has and which program created it, so that
 * the two can never differ: `tunjo view: revision 2, sha256 …, program 0.1.0`. A text with a higher number belongs to a newer program and
 * stays. Runs in the transaction that holds the lock of the journal of migrations.
 */
import { sql } from 'kysely'
import { type Connection, databaseErrorCode, type Transaction } from '../database/database.ts'
import { PROGRAM_VERSION } from '../process/program-version.ts'
import type { ViewFile } from './view-files.ts'
import { readRights, restoreRights, type ViewRights } from './view-rights.ts'

export type RightsOfViews = Map<string, ViewRights>

interface Present {
  readonly revision: number
  readonly hash: string
}

const NOTE = /^tunjo view: revision (\d+), sha256 ([0-9a-f]{64}), program /
/** invalid_table_definition: a column that the view has is not in the new text, or has another name or type */
const OTHER_COLUMNS = '42P16'
/** syntax_error_or_access_rule_violation: a name that is not there, among others; and what still depends on the view */
const IS_ABOUT_THE_TEXT = /^(42|2BP01)/

/** Views that exist, by name; of one without a note nothing is known, and any text is newer. */
async function presentViews(connection: Connection, views: readonly ViewFile[]): Promise<Map<string, Present>> {
  const names = views.map(({ name }) => name)
  const found = await sql<{
    name: string
    note: string | null
  }>`SELECT nspname || '.' || relname AS name, obj_description(pg_class.oid) AS note
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind = 'v' AND nspname || '.' || relname = ANY(${names}::text[])`.execute(connection)
  return new Map(
    found.rows.map(({ name, note }) => {
      const [, revision = '0', hash = ''] = NOTE.exec(note ?? '') ?? []
      return [name, { revision: Number(revision), hash }]
    }),
  )
}

const isDue = ({ revision, hash }: ViewFile, present: Present | undefined): boolean =>
  !present || present.revision < revision || (present.revision === revision && present.hash !== hash)
const isNewer = ({ revision }: ViewFile, present: Present | undefined): boolean => present !== undefined && present.revision > revision

/** Files of the views whose text the database does not have, for a role that only reads. */
export async function missingViews(connection: Connection, views: readonly ViewFile[]): Promise<string[]> {
  const present = await presentViews(connection, views)
  return views.filter((view) => isDue(view, present.get(view.name))).map(({ name }) => `views/${name.replace('.', '/')}.sql`)
}

/** `dropped`: rights of the views that were dropped in this transaction. Answers the names of those that were created or replaced. */
export async function syncViews(tx: Transaction, views: readonly ViewFile[], dropped: RightsOfViews = new Map()): Promise<string[]> {
  const present = await presentViews(tx, views)
  const due = views.filter((view) => isDue(view, present.get(view.name)))
  await lockViews(tx, due, views)
  const created: string[] = []
  for (const view of views) {
    if (!due.includes(view) && !dropped.has(view.name)) continue
    await createView(tx, view, { views, dropped })
    const rights = dropped.get(view.name)
    if (rights) await restoreRights(tx, view.name, rights)
    created.push(view.name)
  }
  return created
}

interface Creation {
  readonly views: readonly ViewFile[]
  readonly dropped: RightsOfViews
}

async function createView(tx: Transaction, view: ViewFile, { views, dropped }: Creation): Promise<void> {
  await sql`SAVEPOINT before_view`.execute(tx)
  try {
    await runText(tx, view)
  } catch (error) {
    if (databaseErrorCode(error) !== OTHER_COLUMNS) throw aboutView(view.name, error)
    await sql`ROLLBACK TO SAVEPOINT before_view`.execute(tx)
    // Those that use it come later in the order, and are created again there.
    await drop(tx, await withDependants(tx, view.name), { views, dropped })
    await runText(tx, view).catch((reason) => {
      throw aboutView(view.name, reason)
    })
  }
  await sql`RELEASE SAVEPOINT before_view`.execute(tx)
}

async function runText(tx: Transaction, { name, text, revision, hash }: ViewFile): Promise<void> {
  await sql.raw(text).execute(tx)
  const note = `tunjo view: revision ${revision}, sha256 ${hash}, program ${PROGRAM_VERSION}`
  await sql`COMMENT ON VIEW ${sql.id(...name.split('.'))} IS ${sql.lit(note)}`.execute(tx)
}

/** Drops all views that this version can create again. A newer one stays: what it needs is not known here. */
export async function dropViews(tx: Transaction, views: readonly ViewFile[]): Promise<RightsOfViews> {
  const present = await presentViews(tx, views)
  const dropped: RightsOfViews = new Map()
  const own = views.filter((view) => present.has(view.name) && !isNewer(view, present.get(view.name)))
  await lockViews(tx, own, views)
  await drop(
    tx,
    own.map(({ name }) => name),
    { views, dropped },
  )
  return dropped
}

/**
 * Locks those of the views that exist, and all that use them, before any is changed: a view before what it uses, as a query does. Two that
 * lock in opposite orders wait for each other, and the database ends one with an error. `LOCK TABLE` would lock their tables as well.
 */
async function lockViews(tx: Transaction, changing: readonly ViewFile[], views: readonly ViewFile[]): Promise<void> {
  const names = new Set<string>()
  for (const { name } of changing) for (const each of await withDependants(tx, name)) names.add(each)
  for (const { name } of views.toReversed().filter((view) => names.has(view.name))) {
    const { owner } = await readRights(tx, name)
    // Changes nothing, and takes the lock of the view alone.
    await sql`ALTER VIEW ${sql.id(...name.split('.'))} OWNER TO ${sql.id(owner)}`.execute(tx)
  }
}

async function drop(tx: Transaction, names: readonly string[], { views, dropped }: Creation): Promise<void> {
  if (names.length === 0) return
  const present = await presentViews(tx, views)
  const known = new Set(views.filter((view) => !isNewer(view, present.get(view.name))).map(({ name }) => name))
  const foreign = names.find((name) => !known.has(name))
  if (foreign !== undefined)
    throw new Error(`${foreign} uses a view that must be created again, and no file of this version says how ${foreign} is: drop it first.`)
  for (const name of names) dropped.set(name, await readRights(tx, name))
  const list = sql.join(names.map((name) => sql.id(...name.split('.'))))
  await sql`DROP VIEW ${list}`.execute(tx).catch((error) => {
    throw aboutView(names.join(', '), error)
  })
}

/** The view, if it exists, and all that use it, at any distance. */
async function withDependants(tx: Transaction, name: string): Promise<string[]> {
  const found = await sql<{ name: string }>`WITH RECURSIVE dependant (oid) AS (
      SELECT to_regclass(${name})::oid
      UNION SELECT ev_class FROM dependant
        JOIN pg_depend ON refclassid = 'pg_class'::regclass AND refobjid = dependant.oid AND classid = 'pg_rewrite'::regclass
        JOIN pg_rewrite ON pg_rewrite.oid = objid)
    SELECT nspname || '.' || relname AS name
    FROM dependant JOIN pg_class USING (oid) JOIN pg_namespace ON pg_namespace.oid = relnamespace`.execute(tx)
  return found.rows.map((row) => row.name)
}

/** Fault of a text, with the name of its view; any other error as it is, so that a transaction may run again. */
function aboutView(name: string, error: unknown): unknown {
  if (!IS_ABOUT_THE_TEXT.test(databaseErrorCode(error) ?? '') || !(error instanceof Error)) return error
  return new Error(`The view ${name} cannot be created as its file says: ${error.message}`, { cause: error })
}
