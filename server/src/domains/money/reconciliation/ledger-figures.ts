/** Self-check of the ledger: its hash chain, its balances, sums of zero, and expired holds. */
import { ASSET_CODES } from '@tunjo/contract/money'
import { isId } from '../../../platform/database/ids.ts'
import { type Fault, type FaultyRow, GENESIS } from '../ledger/index.ts'
import { type Figure, factsOf } from './checks.ts'
import type { Compared } from './comparisons.ts'
import type { ReconciliationContext } from './context.ts'
import { verifyOld } from './old-books.ts'
import { placeOf, rememberedSubjects } from './pass-memory.ts'
import { figuresOf, type NamedPlace } from './store.ts'
import { subjectOf } from './subject.ts'

const PARTS_AT_ONCE = 20
/** With more faulty rows the comparison stops until they are corrected. */
const FAULTS_MAX = 500
const HOLDS_SHOWN_MAX = 500

type Part = Pick<Compared, 'figures' | 'places'>

export async function ledgerFigures(context: ReconciliationContext): Promise<Compared> {
  const parts = [await chainOfHashes(context), await balances(context)]
  const figures = [...parts.flatMap((part) => part.figures), ...(await sums(context)), await expiredHolds(context)]
  return { figures, undecided: [], places: parts.flatMap(({ places }) => places) }
}

/** A finding stays until it is corrected, and does not stop the comparison: later rows are checked nevertheless. */
async function chainOfHashes(context: ReconciliationContext): Promise<Part> {
  const { ledger } = context
  const known = await knownSubjects(context, 'ledger.chain')
  const faults: Fault[] = [...(await ledger.verifyAgain(known.flatMap(rowOf)))]
  const place = await placeOf(context, 'ledger.chain')
  let after = { seq: place.seq, hash: place.text || GENESIS }
  for (let part = 0; part < PARTS_AT_ONCE && faults.length < FAULTS_MAX; part++) {
    const { faults: found, until, isEnd, isContinued } = await ledger.verifyNext(after)
    faults.push(...found.slice(0, FAULTS_MAX - faults.length))
    // No unrecorded row is skipped.
    if (faults.length >= FAULTS_MAX && found.length > 0) break
    // Only this position has the former chain: rewritten rows before it must not be accepted at the next pass.
    if (!isContinued) break
    after = until
    if (isEnd) break
  }
  const places = [{ name: 'ledger.chain', seq: after.seq, text: after.hash }]
  if (faults.length >= FAULTS_MAX) return { figures: chainFigures(faults), places }
  faults.push(...(await ledger.verifyHeld()))
  const old = await verifyOld(context, { known: new Set(faults.map(subjectOf)), max: FAULTS_MAX })
  return { figures: chainFigures([...faults, ...old.faults]), places: [...places, old.place] }
}

const BATCH_NUMBER = /^[1-9]\d{0,17}$/

/**
 * Empty for a subject that no comparison wrote: the product's role may insert figures, and an invalid subject must not stop the comparison.
 */
const rowOf = (subject: string): FaultyRow[] => {
  const [table, id = ''] = subject.split(' ')
  if (table === 'transfer' && isId(id)) return [{ table, id }]
  return table === 'batch' && BATCH_NUMBER.test(id) ? [{ table, id }] : []
}

/** One for each row, with all its faults. */
function chainFigures(faults: readonly Fault[]): Figure[] {
  const bySubject = new Map<string, Set<string>>()
  for (const { table, id, facts } of faults) {
    const subject = subjectOf({ table, id })
    bySubject.set(subject, (bySubject.get(subject) ?? new Set()).add(facts))
  }
  return [...bySubject].map(([subject, facts]) => counted('ledger.chain', { subject, facts: factsOf(...[...facts].toSorted()) }))
}

async function balances(context: ReconciliationContext): Promise<Part> {
  const { ledger } = context
  const known = (await knownSubjects(context, 'ledger.balance')).filter(isId)
  const turn = await placeOf(context, 'ledger.balance')
  const again = await ledger.unprovedAmong(known)
  const { faults, next } = await ledger.unprovedAccounts(turn.text || null)
  const byId = new Map([...again, ...faults].map((fault) => [fault.id, fault]))
  const isFull = byId.size >= FAULTS_MAX
  const place: NamedPlace = { name: 'ledger.balance', seq: 0n, text: isFull ? turn.text : (next ?? '') }
  const figures = [...byId.values()].map(({ id, asset, facts }) => ({ ...counted('ledger.balance', { subject: id, facts }), asset }))
  return { figures, places: [place] }
}

/** From the rows and the memory of the process, so that a deleted row is still checked. */
async function knownSubjects({ db, memory }: ReconciliationContext, check: Figure['check']): Promise<string[]> {
  const kept = (await figuresOf(db, [check])).filter(({ actual, expected }) => actual !== expected)
  return [...new Set([...kept.map(({ subject }) => subject), ...rememberedSubjects(memory, check)])]
}

const counted = (check: Figure['check'], { subject, facts }: { subject: string; facts: string }): Figure => ({
  ...{ check, subject, facts },
  ...{ asset: 'COP', expected: 0n, actual: 1n },
})

async function sums({ ledger }: ReconciliationContext): Promise<Figure[]> {
  const totals = await ledger.totals()
  return ASSET_CODES.map((asset) => {
    const actual = totals.filter((total) => total.asset === asset).reduce((all, { posted }) => all + posted, 0n)
    return { check: 'ledger.sum', asset, subject: '', expected: 0n, actual }
  })
}

async function expiredHolds({ ledger }: ReconciliationContext): Promise<Figure> {
  const holds = await ledger.expiredHolds(HOLDS_SHOWN_MAX)
  const facts = factsOf(...holds.map(({ id }) => id).toSorted())
  return { check: 'ledger.expired_holds', asset: 'COP', subject: '', expected: 0n, actual: BigInt(holds.length), facts }
}
