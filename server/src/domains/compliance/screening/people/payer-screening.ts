/**
 * Sanctions screening of the payer of a bank transfer, as reported by the bank (MON-04, ADM-13). A hit belongs to the customer who receives
 * the transfer, is decided like any other, and holds the transfer until it is discarded. Once two officers discarded a namesake, later
 * transfers of that payer are not held.
 */

import { canonicalJson } from '../../../../platform/audit/canonical-json.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { STORED_WORDS } from '../case-words.ts'
import type { HitContext } from '../context.ts'
import { comparable, type Identifier } from '../matching/identifiers.ts'
import type { ScreenedParty } from '../matching/screen.ts'
import { discardedHits, knownEntries } from './hit-store.ts'
import { scoresAt } from './scores.ts'
import { keepHit } from './screen-person.ts'
import type { ScreenerCache } from './screener-cache.ts'
import type { FoundHit } from './screener-worker.ts'
import { isCompanyName } from './subject.ts'

export interface Payer {
  readonly name: string
  readonly document: string
}
export interface PayerToScreen extends Payer {
  readonly lineId: string
  /** The receiving account; null while it is unknown. */
  readonly accountId: string | null
}

export async function isPayerListed(
  context: HitContext,
  cache: ScreenerCache,
  tx: Transaction,
  { lineId, accountId, ...payer }: PayerToScreen,
): Promise<boolean> {
  const lists = await cache.listsOf(tx, null)
  const scores = await scoresAt(context, tx, context.clock.now())
  // Namesakes that officers discarded do not displace others.
  const known = accountId === null ? [] : await knownEntries(tx, [accountId])
  const [found] = await lists.screen([{ parties: partiesOfPayer(payer), known }], scores)
  // A politically exposed person may pay.
  const sanctions = oncePerEntry((found?.hits ?? []).filter(({ row }) => row.list !== 'pep'))
  if (accountId === null) return sanctions.length > 0
  let isHeld = false
  for (const one of sanctions) {
    if (await wasDiscarded(tx, accountId, one)) continue
    const explanation = [STORED_WORDS.hit.paidBy(lineId), ...one.explanation]
    const { state } = await keepHit(context, tx, accountId, { ...one, explanation }, { about: 'payer', scores })
    isHeld = isHeld || state !== 'discarded'
  }
  await context.risk.reassess(tx, accountId)
  return isHeld
}

/** A bank does not state the type of a payer: a number may be a cédula or a NIT, and a name that of a person or a company. */
function partiesOfPayer({ name, document }: Payer): ScreenedParty[] {
  const identifiers: Identifier[] =
    document === ''
      ? []
      : [
          { kind: 'cedula', value: document },
          { kind: 'nit', value: document },
        ]
  const party = { names: name === '' ? [] : [name], identifiers, birthYear: null, country: null, gender: null }
  return isCompanyName(name) ? [{ ...party, type: 'organisation' }] : [{ ...party, type: 'person' }]
}

/** Keeps the best hit of each entry. */
function oncePerEntry(found: readonly FoundHit[]): FoundHit[] {
  const best = new Map<string, FoundHit>()
  for (const one of [...found].sort((a, b) => a.score - b.score)) best.set(`${one.row.list}/${one.row.facts.id}`, one)
  return [...best.values()]
}

/** A discarded hit of the unchanged entry about a person with the same number: the customer pays from an account in their own name. */
async function wasDiscarded(tx: Transaction, accountId: string, { row, party }: FoundHit): Promise<boolean> {
  const keysOf = (identifiers: readonly Identifier[]) => identifiers.flatMap((one) => comparable(one) ?? [])
  const own = new Set(keysOf(party.identifiers))
  const before = await discardedHits(tx, { accountId, list: row.list, entryId: row.facts.id })
  return before.some(
    ({ facts }) =>
      canonicalJson(facts.entry) === canonicalJson(row.facts) && keysOf(facts.party.identifiers).some((number) => own.has(number)),
  )
}
