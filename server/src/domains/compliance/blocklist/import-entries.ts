/** Import of a CSV into the blocklist: in one transaction, all or nothing. One officer alone, as for a single value. */
import type { ImportPreview } from '@tunjo/contract/blocklist'
import type { PersonActor } from '../../../platform/audit/index.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { sha256 } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { type AddContext, putEntry } from './add-entry.ts'
import { isFaulty, type ReadRow, readImport } from './read-import.ts'

interface Import {
  readonly csv: string
  readonly actor: PersonActor
}

/** Shows for up to 500 values whether they are on the list, so it is recorded like a search. */
export async function previewImport(context: AddContext, { csv, actor }: Import): Promise<ImportPreview> {
  const rows = await readImport(context, csv)
  const preview = summaryOf(rows)
  const { good, skipped, faulty } = preview
  const after = { file: sha256(csv), good, skipped, faulty }
  const entry = { actor, action: 'blacklist.import_previewed', object: { type: 'black_list', id: 'all' }, after } as const
  await inTransaction(context.db, (tx) => context.audit.record(tx, entry))
  return preview
}

/** @throws Refused `blacklist.rows_faulty`, `blacklist.nothing_new` */
export function goodRows(rows: readonly ReadRow[]): readonly ReadRow[] {
  const faulty = rows.filter(isFaulty)
  if (faulty.length > 0) refuse('blacklist.rows_faulty', { lines: linesOf(faulty) })
  const good = rows.filter(({ problem }) => problem === null)
  return good.length > 0 ? good : refuse('blacklist.nothing_new')
}

/** Values listed since the preview are skipped too. */
export async function importEntries(context: AddContext, { csv, actor }: Import): Promise<{ added: number; skipped: number }> {
  const rows = await readImport(context, csv)
  const good = goodRows(rows)
  const added = await inTransaction(context.db, async (tx) => {
    let count = 0
    for (const { kind, value, reason, expiresAt } of good)
      if (kind && value && (await putEntry(context, tx, { kind, value, reason, expiresAt, actor }))) count++
    return count
  })
  // All of its values were listed concurrently.
  if (added === 0) context.audit.unchanged()
  return { added, skipped: rows.length - added }
}

function summaryOf(rows: readonly ReadRow[]): ImportPreview {
  const good = rows.filter(({ problem }) => problem === null).length
  const faulty = rows.filter(isFaulty).length
  return {
    rows: rows.map(({ value: _value, expiresAt: _expiresAt, ...row }) => row),
    good,
    faulty,
    skipped: rows.length - good - faulty,
  }
}

const LINES_SHOWN = 10
function linesOf(rows: readonly ReadRow[]): string {
  const lines = rows.slice(0, LINES_SHOWN).map(({ line }) => line)
  return lines.join(', ') + (rows.length > LINES_SHOWN ? ', …' : '')
}
