/** Screens one person: hits that were not seen before are kept, and stop the person or ask an officer, in the same transaction. */
import { createHash } from 'node:crypto'
import type { ListName } from '@tunjo/contract/screening'
import { canonicalJson } from '../../../platform/audit/canonical-json.ts'
import type { Transaction } from '../../../platform/database.ts'
import { newId } from '../../../platform/ids.ts'
import { type Aggregate, begin, move, SYSTEM } from '../../../platform/state-machine/index.ts'
import type { HitContext } from '../context.ts'
import { isEntryOf } from '../lists/list-store.ts'
import { STOP_SCORE } from '../matching/screen.ts'
import { type HitRow, insertHit, lockSeen, openHits } from './hit-store.ts'
import type { FoundHit } from './screener-worker.ts'
import { HIT_STATES, type HitState } from './states.ts'

export type Columns = 'decided_at' | 'decided_by' | 'second_id' | 'reason'
export const HIT: Aggregate<HitState, HitRow, Columns> = {
  machine: HIT_STATES,
  table: 'hit',
  columns: ['decided_at', 'decided_by', 'second_id', 'reason'],
  keyOf: ({ id }) => ({ id }),
}
export const LISTS_ALERT = 2
export const PEP_ALERT = 3
/** Of a PEP list a name is looked at from here on. It never lists anybody, but flags PEP, and so they wait for a permission (ADM-09). */
const PEP_SCORE = 0.85

interface Found {
  readonly found: readonly FoundHit[]
  /** They were compared with what it brought; null: with everything, so that what is not found any more is over. */
  readonly version: string | null
}
export async function screenPerson(context: HitContext, tx: Transaction, accountId: string, { found, version }: Found): Promise<void> {
  const kept = found.filter(({ row, score }) => row.list !== 'pep' || score >= PEP_SCORE)
  const open = await openHits(tx, accountId)
  const prints = new Map(kept.map((one) => [`${one.row.list}/${one.row.facts.id}`, printOf(one)]))
  const at = context.clock.now()
  for (const row of open) {
    const print = prints.get(`${row.list}/${row.entryId}`)
    const isOver = print === undefined ? version === null || (await isEntryOf(tx, version, row)) : print !== row.fingerprint
    if (isOver) await move(tx, HIT, row, { to: 'replaced', at, actor: SYSTEM })
  }
  for (const one of kept) await keep(context, tx, accountId, one)
}

/** What both said. Not how it was scored: a better rule brings nothing back. */
const printOf = ({ row, party }: FoundHit) =>
  createHash('sha256')
    .update(`${row.fingerprint} ${canonicalJson(party)}`)
    .digest('hex')

async function keep(context: HitContext, tx: Transaction, accountId: string, one: FoundHit): Promise<void> {
  const { row, party, score, explanation } = one
  const at = context.clock.now()
  const isStop = row.list !== 'pep' && (one.isSameNumber || (score >= STOP_SCORE && one.birth !== 'differs'))
  const seen = { accountId, list: row.list, entryId: row.facts.id, fingerprint: printOf(one) }
  const inserted = await insertHit(tx, {
    ...seen,
    id: newId(),
    score,
    severity: isStop ? 'stop' : 'review',
    facts: { party, entry: row.facts, explanation },
    foundAt: at,
  })
  if (inserted) {
    await begin(tx, HIT, inserted, { at, actor: SYSTEM })
    return raise(context, tx, inserted)
  }
  // What officers decided stays; whoever changed their name and changed it back is looked at again.
  const known = await lockSeen(tx, seen)
  if (known?.state !== 'replaced') return
  await move(tx, HIT, known, { to: 'open', at, actor: SYSTEM })
  await raise(context, tx, known)
}

/** The comment names the rule and its figures, never the person of the list. */
async function raise(
  { risk, alerts, clock }: HitContext,
  tx: Transaction,
  { accountId, list, score, severity, id }: HitRow,
): Promise<void> {
  const comment = `SCREENING v1: coincidencia ${id} en ${TITLE[list]}, puntaje ${Math.round(100 * score)} %.`
  if (list === 'pep') {
    await risk.flagPep(tx, { accountId, reason: comment })
  } else if (severity === 'stop') {
    await risk.flagList(tx, { accountId, reason: comment })
  }
  const kind = list === 'pep' ? PEP_ALERT : LISTS_ALERT
  if (!(await alerts.isOpen(tx, { accountId, kind, typeId: null }))) {
    await alerts.raise(tx, { accountId, kind, typeId: null }, { at: clock.now(), actor: SYSTEM, comment })
  }
}
const TITLE: Readonly<Record<ListName, string>> = { ofac: 'OFAC', un: 'ONU', eu: 'Unión Europea', pep: 'PEP' }
