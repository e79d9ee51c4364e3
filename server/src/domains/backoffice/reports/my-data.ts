/**
 * All data that the product keeps about a person (Ley 1581 de 2012, art. 8), by section. Each module publishes its part as the view
 * `<schema>.personal_data (account_id, section, at, entry)`; a new one is found by its name.
 */
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'

export type Sections = Record<string, Record<string, unknown>[]>

const VIEW = 'personal_data'
/** More than decades of use. */
const ENTRIES_PER_MODULE_MAX = 50_000
/** Section that names the modules of which only the newest entries are in the file. */
const INCOMPLETE = 'incomplete'

export async function readMyData(connection: Connection, accountId: string, entriesMax = ENTRIES_PER_MODULE_MAX): Promise<Sections> {
  const views = await sql<{ schema: string }>`SELECT schemaname AS schema FROM pg_views WHERE viewname = ${VIEW}
    ORDER BY schemaname`.execute(connection)
  const sections: Sections = {}
  for (const { schema } of views.rows) {
    const found = await sql<{ section: string; entry: Record<string, unknown> }>`SELECT section, entry FROM ${sql.id(schema, VIEW)}
      WHERE account_id = ${accountId} ORDER BY at DESC NULLS FIRST, section LIMIT ${entriesMax + 1}`.execute(connection)
    for (const { section, entry } of found.rows.slice(0, entriesMax)) add(sections, section, entry)
    if (found.rows.length > entriesMax) add(sections, INCOMPLETE, { module: schema, newestEntries: entriesMax })
  }
  return sections
}

function add(sections: Sections, section: string, entry: Record<string, unknown>): void {
  const entries = sections[section] ?? []
  entries.push(entry)
  sections[section] = entries
}
