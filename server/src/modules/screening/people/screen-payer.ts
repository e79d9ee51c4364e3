/**
 * Who paid a bank transfer, as the bank tells it, compared with the lists of sanctions (MON-04, ADM-13). A hit is the customer's who gets the money, is
 * decided as any other, and holds the transfer until it is discarded; that of a namesake whom two officers discarded holds no other one.
 */

import { canonicalJson } from '../../../platform/audit/canonical-json.ts'
import type { Transaction } from '../../../platform/database.ts'
import type { HitContext } from '../context.ts'
import { comparable, type Identifier } from '../matching/identifiers.ts'
import type { ScreenedParty } from '../matching/screen.ts'
import { discardedHits } from './hit-store.ts'
import { scoresAt } from './scores.ts'
import { keepHit } from './screen-person.ts'
import type { ScreenerCache } from './screener-cache.ts'
import type { FoundHit } from './screener-worker.ts'
import { isCompanyName } from './subject.ts'

export interface Payer {
  readonly name: string
  readonly document: string
}
export interface MetPayer extends Payer {
  readonly lineId: string
  /** Whose the money is; null: nobody knows yet. */
  readonly accountId: string | null
}

export async function isPayerListed(
  context: HitContext,
  cache: ScreenerCache,
  tx: Transaction,
  { lineId, accountId, ...payer }: MetPayer,
): Promise<boolean> {
  const lists = await cache.listsOf(tx, null)
  const scores = await scoresAt(context, tx, context.clock.now())
  const [found = []] = await lists.screen([partiesOfPayer(payer)], scores)
  // A politically exposed person may pay.
  const sanctions = oncePerEntry(found.filter(({ row }) => row.list !== 'pep'))
  if (accountId === null) return sanctions.length > 0
  let isHeld = false
  for (const one of sanctions) {
    if (await wasDiscarded(tx, accountId, one)) continue
    const explanation = [`De quien pagó el depósito ${lineId}.`, ...one.explanation]
    const { state } = await keepHit(context, tx, accountId, { ...one, explanation }, { about: 'payer', scores })
    isHeld = isHeld || state !== 'discarded'
  }
  await context.risk.reassess(tx, accountId)
  return isHeld
}

/** A bank does not say what a payer is: a number may be a cédula or a NIT, and a name that of a person or a company. */
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

/** The best of each. */
function oncePerEntry(found: readonly FoundHit[]): FoundHit[] {
  const best = new Map<string, FoundHit>()
  for (const one of [...found].sort((a, b) => a.score - b.score)) best.set(`${one.row.list}/${one.row.facts.id}`, one)
  return [...best.values()]
}

/** Of the same entry as it is now, about somebody with the same number: the customer, who pays themselves. */
async function wasDiscarded(tx: Transaction, accountId: string, { row, party }: FoundHit): Promise<boolean> {
  const keysOf = (identifiers: readonly Identifier[]) => identifiers.flatMap((one) => comparable(one) ?? [])
  const own = new Set(keysOf(party.identifiers))
  const before = await discardedHits(tx, { accountId, list: row.list, entryId: row.facts.id })
  return before.some(
    ({ facts }) =>
      canonicalJson(facts.entry) === canonicalJson(row.facts) && keysOf(facts.party.identifiers).some((number) => own.has(number)),
  )
}
