/** Screens one person: hits that were not seen before are kept, and stop the person or ask an officer, in the same transaction. */
import { createHash } from 'node:crypto'
import { LISTS_ALERT, PEP_ALERT } from '@tunjo/contract/alert-kinds'
import type { RepresentativeRole } from '@tunjo/contract/representative-rules'
import type { ListName } from '@tunjo/contract/screening'
import { canonicalJson } from '../../../platform/audit/canonical-json.ts'
import type { Transaction } from '../../../platform/database.ts'
import { newId } from '../../../platform/ids.ts'
import { type Aggregate, begin, move, SYSTEM } from '../../../platform/state-machine/index.ts'
import type { HitContext } from '../context.ts'
import { isEntryOf } from '../lists/list-store.ts'
import type { ScreenedParty } from '../matching/screen.ts'
import { type HitAbout, type HitRow, insertHit, lockSeen, openHits, putParty, stopByHit } from './hit-store.ts'
import type { Scores } from './scores.ts'
import type { FoundHit } from './screener-worker.ts'
import { HIT_STATES, type HitState } from './states.ts'
import { whoIs } from './subject.ts'

export type Columns = 'decided_at' | 'decided_by' | 'second_id' | 'reason'
export const HIT: Aggregate<HitState, HitRow, Columns> = {
  machine: HIT_STATES,
  table: 'hit',
  columns: ['decided_at', 'decided_by', 'second_id', 'reason'],
  keyOf: ({ id }) => ({ id }),
}

interface Found {
  readonly found: readonly FoundHit[]
  /** They were compared with what it brought; null: with everything, so that what is not found any more is over. */
  readonly version: string | null
  readonly scores: Scores
}
export async function screenPerson(
  context: HitContext,
  tx: Transaction,
  accountId: string,
  { found, version, scores }: Found,
): Promise<void> {
  const kept = found.filter(({ row, score }) => row.list !== 'pep' || score >= scores.pep)
  const open = await openHits(tx, accountId)
  // Two parties of one person may be like one entry: both count.
  const [keys, prints] = [new Set(kept.map(keyOf)), new Set(kept.map(printOf))]
  const at = context.clock.now()
  // Nothing new: most of the night. A flag works risk out with what was found before it.
  let isAssessed = true
  for (const row of open) {
    const isFound = keys.has(`${row.list}/${row.entryId}`)
    const isOver = isFound ? !prints.has(row.fingerprint) : version === null || (await isEntryOf(tx, version, row))
    if (!isOver) continue
    await move(tx, HIT, row, { to: 'replaced', at, actor: SYSTEM })
    isAssessed = false
  }
  for (const one of kept) isAssessed = (await keepHit(context, tx, accountId, one, { about: 'self', scores })).isAssessed ?? isAssessed
  if (!isAssessed) await context.risk.reassess(tx, accountId)
}

const keyOf = ({ row }: FoundHit) => `${row.list}/${row.facts.id}`
/** What both said. Not how it was scored: a better rule brings nothing back. */
const printOf = ({ row, party }: FoundHit) =>
  createHash('sha256')
    .update(`${row.fingerprint} ${whoIs(party)}`)
    .digest('hex')

export interface KeptHit {
  /** What was decided about it. */
  readonly state: HitState
  /** Whether risk was worked out with it; null: it is nothing new. */
  readonly isAssessed: boolean | null
}

/** Once for the same person, entry and what both said. */
export async function keepHit(
  context: HitContext,
  tx: Transaction,
  accountId: string,
  one: FoundHit,
  { about, scores: { stop } }: { readonly about: HitAbout; readonly scores: Scores },
): Promise<KeptHit> {
  const { row, party, score, explanation } = one
  const at = context.clock.now()
  const isStop = row.list !== 'pep' && (one.isSameNumber || (score >= stop && one.birth !== 'differs'))
  const seen = { accountId, list: row.list, entryId: row.facts.id, fingerprint: printOf(one) }
  const inserted = await insertHit(tx, {
    ...seen,
    id: newId(),
    score,
    severity: isStop ? 'stop' : 'review',
    about,
    facts: { party, entry: row.facts, explanation },
    foundAt: at,
  })
  if (inserted) {
    await begin(tx, HIT, inserted, { at, actor: SYSTEM })
    return { state: 'open', isAssessed: await raise(context, tx, inserted) }
  }
  // What officers decided stays; whoever changed their name and changed it back is looked at again.
  const known = await lockSeen(tx, seen)
  // Numbers of the configuration that grow stricter reach what waits for an officer.
  const isStricter = known?.state === 'open' && isStop && known.severity === 'review'
  const isAssessed = isStricter ? await raise(context, tx, await stopByHit(tx, known)) : null
  // Who they are did not change: what they are to a company may have.
  const isUndecided = known?.state === 'open' || known?.state === 'replaced'
  if (isUndecided && canonicalJson(known.facts.party) !== canonicalJson(party)) await putParty(tx, known, party)
  if (known?.state !== 'replaced') return { state: known?.state ?? 'open', isAssessed }
  await move(tx, HIT, known, { to: 'open', at, actor: SYSTEM })
  return { state: 'open', isAssessed: await raise(context, tx, known) }
}

/** Whether risk was worked out with it. The comment names the rule and its figures, never the person of the list. */
async function raise(
  { risk, alerts, clock }: HitContext,
  tx: Transaction,
  { accountId, list, score, severity, about, id, facts }: HitRow,
): Promise<boolean> {
  const whose = about === 'payer' ? ' de quien le hizo un depósito' : roleText(facts.party)
  const comment = `SCREENING v1: coincidencia ${id}${whose} en ${TITLE[list]}, puntaje ${Math.round(100 * score)} %.`
  const evidence = [{ type: 'list_hit', id }] as const
  const flag = { accountId, reason: comment, evidence }
  const isStop = severity === 'stop'
  // The flag brings its alert, when it is new.
  if (list === 'pep' ? await risk.flagPep(tx, flag) : isStop && (await risk.flagList(tx, flag))) return true
  const key = { accountId, kind: list === 'pep' ? PEP_ALERT : LISTS_ALERT, typeId: null }
  const gravity = list === 'pep' ? 'medium' : isStop ? 'critical' : 'high'
  await alerts.raise(tx, key, { at: clock.now(), actor: SYSTEM, comment, severity: gravity, evidence })
  return false
}
/** What the party is to the company, of whom its papers name. */
function roleText({ roles = [] }: ScreenedParty): string {
  return roles.length === 0 ? '' : ` (${roles.map((role) => ROLE[role]).join(', ')})`
}
const ROLE: Readonly<Record<RepresentativeRole, string>> = {
  representative: 'representante legal',
  alternate: 'representante suplente',
  owner: 'beneficiario final por propiedad',
  controller: 'beneficiario final por control',
}
const TITLE: Readonly<Record<ListName, string>> = { ofac: 'OFAC', un: 'ONU', eu: 'Unión Europea', pep: 'PEP' }
