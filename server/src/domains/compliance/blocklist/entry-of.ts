/** The entry of an id in the URL, or the answer that there is none. */
import { validate as isUuid } from 'uuid'
import type { Connection } from '../../../platform/database/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { type EntryRow, findEntry } from './entry-store.ts'

export const entryOf = async (connection: Connection, id: string): Promise<EntryRow> =>
  (isUuid(id) ? await findEntry(connection, id) : null) ?? refuse('request.not_found')
