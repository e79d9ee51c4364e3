/** Screening of one customer: new hits are stored, and stop the customer or require an officer's review, in the same transaction. */

import { createHash } from 'node:crypto'
import { LISTS_ALERT, PEP_ALERT } from '@tunjo/contract/alert-kinds'
import { canonicalJson } from '../../../../platform/audit/canonical-json.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { CodedText, type Text } from '../../../../platform/phrases/coded-text.ts'
import { type Aggregate, begin, move, SYSTEM } from '../../../../platform/state-machine/index.ts'
import { COMMENT_WORDS } from '../case-words.ts'
import type { HitContext } from '../context.ts'
import { isEntryOf } from '../lists/list-store.ts'
import type { ScreenedParty, Thresholds } from '../matching/screen.ts'
import { type HitAbout, type HitRow, insertHit, lockSeen, openHits, putParty, stopByHit } from './hit-store.ts'
import type { FoundHit, FoundHits } from './screener-worker.ts'
import { HIT_STATES, type HitState } from './states.ts'
import { partyKey } from './subject.ts'

export type Columns = 'decided_at' | 'decided_by' | 'second_id' | 'reason'
export const HIT: Aggregate<HitState, HitRow, Columns> = {
  machine: HIT_STATES,
  table: 'hit',
  columns: ['decided_at', 'decided_by', 'second_id', 'reason'],
  keyOf: ({ id }) => ({ id }),
}

interface Found {
  /** Hits of a comparison that included each entry of which the customer has a hit (`knownEntries`). */
  readonly found: FoundHits
  /** The customer was compared with the entries of this version; null: with all entries, so hits that are no longer found are closed. */
  readonly version: string | null
  readonly scores: Thresholds
}
/** The open hits of an entry are closed when the entry itself is no longer similar enough or left its list, never because of a bound. */
export async function screenPerson(
  context: HitContext,
  tx: Transaction,
  accountId: string,
  { found, version, scores }: Found,
): Promise<void> {
  const { hits: kept, cut } = found
  if (cut.length > 0)
    context.log.warn({ accountId, lists: cut }, 'more new hits of a customer than are stored at once: the next screening continues')
  const open = await openHits(tx, accountId)
  // Two parties of one customer may match the same entry: both count.
  const [keys, prints] = [new Set(kept.map(keyOf)), new Set(kept.map(printOf))]
  const at = context.clock.now()
  // No new hit, which is the usual case of a nightly run. A flag recomputes the risk with the hits before it.
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
/** Fingerprint of the data of both sides, without the score: an improved rule does not reopen a decided hit. */
const printOf = ({ row, party }: FoundHit) =>
  createHash('sha256')
    .update(`${row.fingerprint} ${partyKey(party)}`)
    .digest('hex')

export interface KeptHit {
  /** State after the decisions about the hit. */
  readonly state: HitState
  /** Whether the risk was computed with the hit; null: it is not new. */
  readonly isAssessed: boolean | null
}

/** Stores one hit for the same customer, entry and data of both sides. */
export async function keepHit(
  context: HitContext,
  tx: Transaction,
  accountId: string,
  one: FoundHit,
  { about, scores: { stop } }: { readonly about: HitAbout; readonly scores: Thresholds },
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
  // Decisions of officers stay, but a customer who changed their name and changed it back is reviewed again.
  const known = await lockSeen(tx, seen)
  // Stricter thresholds of the configuration apply to hits that await an officer.
  const isStricter = known?.state === 'open' && isStop && known.severity === 'review'
  const isAssessed = isStricter ? await raise(context, tx, await stopByHit(tx, known)) : null
  // The person is unchanged, but their roles in a company may have changed.
  const isUndecided = known?.state === 'open' || known?.state === 'replaced'
  if (isUndecided && canonicalJson(known.facts.party) !== canonicalJson(party)) await putParty(tx, known, party)
  if (known?.state !== 'replaced') return { state: known?.state ?? 'open', isAssessed }
  await move(tx, HIT, known, { to: 'open', at, actor: SYSTEM })
  return { state: 'open', isAssessed: await raise(context, tx, known) }
}

/** Returns whether the risk was computed with it. The comment names the rule and its figures, never the listed person. */
async function raise(
  { risk, alerts, clock }: HitContext,
  tx: Transaction,
  { accountId, list, score, severity, about, id, facts }: HitRow,
): Promise<boolean> {
  const whose = about === 'payer' ? words.payer : roleText(facts.party)
  const comment = words.found(id, whose, words.lists[list], Math.round(100 * score))
  const evidence = [{ type: 'list_hit', id }] as const
  const flag = { accountId, reason: comment, evidence }
  const isStop = severity === 'stop'
  // A new flag creates its alert.
  if (list === 'pep' ? await risk.flagPep(tx, flag) : isStop && (await risk.flagList(tx, flag))) return true
  const key = { accountId, kind: list === 'pep' ? PEP_ALERT : LISTS_ALERT, typeId: null }
  const gravity = list === 'pep' ? 'medium' : isStop ? 'critical' : 'high'
  await alerts.raise(tx, key, { at: clock.now(), actor: SYSTEM, comment, severity: gravity, evidence })
  return false
}
/** Roles of the party in the company, from the documents that name it. */
function roleText({ roles = [] }: ScreenedParty): Text {
  if (roles.length === 0) return ''
  return CodedText.join(' (', ...roles.flatMap((role, at) => [at === 0 ? '' : ', ', words.roles[role]]), ')')
}
const words = COMMENT_WORDS.hit
