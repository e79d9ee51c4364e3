/**
 * Alert 9, Cambio de dirección física: an address was sent after another one had been accepted, and is not a new spelling of it; for a
 * company too. Ends when a proof that was sent with it or later is accepted: a typed address proves nothing.
 */

import { sql } from 'kysely'
import * as z from 'zod'
import { CodedText } from '../../../../platform/phrases/coded-text.ts'
import { normaliseAddress } from '../../screening/index.ts'
import { defineRule } from '../define-rule.ts'
import { askedPeople, factsAt, isLater, type OfAccount } from '../facts/moments.ts'
import type { FactReader, Finding } from '../types.ts'
import { RULE_WORDS } from './rule-words.ts'

const Home = z.object({
  livesInColombia: z.boolean(),
  homeAddress: z.string(),
  cityID: z.number().optional(),
  outsideCountry: z.string().optional(),
  outsideCity: z.string().optional(),
})
const Office = z
  .object({ mainAddress: z.string(), cityID: z.number(), jurisdictionCountry: z.string() })
  .transform(({ mainAddress, cityID, jurisdictionCountry }) => ({
    livesInColombia: jurisdictionCountry === 'CO',
    homeAddress: mainAddress,
    cityID,
    outsideCountry: jurisdictionCountry,
    outsideCity: undefined,
  }))
type Place = z.infer<typeof Home>
export interface ChangedAddress {
  readonly id: string
  readonly earlierId: string
  readonly isCompany: boolean
  readonly before: Place
  readonly after: Place
}

interface Row extends OfAccount {
  readonly id: string
  readonly earlierId: string
  readonly form: 'natural-2' | 'legal-1'
  readonly before: unknown
  readonly after: unknown
  readonly sentAt: Date
  readonly provenAt: Date | null
}

/** Omits addresses that are proven. */
const changedAddresses: FactReader<readonly ChangedAddress[]> = async (connection, moments) => {
  const found = await sql<Row>`SELECT item.* FROM ${askedPeople(moments)} CROSS JOIN LATERAL (
      SELECT account_id AS "accountId", id, earlier_id AS "earlierId", form, before, after, sent_at AS "sentAt", proven_at AS "provenAt"
      FROM kyc.changed_address AS report WHERE report.account_id = asked.account_id LIMIT 10) AS item`.execute(connection)
  return factsAt(moments, found.rows, (own, moment) =>
    own
      .filter(({ sentAt, provenAt }) => !isLater(sentAt, moment) && (provenAt === null || isLater(provenAt, moment)))
      .map(({ id, earlierId, form, before, after }) => {
        const Address = form === 'legal-1' ? Office : Home
        return { id, earlierId, isCompany: form === 'legal-1', before: Address.parse(before), after: Address.parse(after) }
      }),
  )
}

export const addressChanged = defineRule({
  name: 'DIRECCION',
  facts: changedAddresses,
  find: (changes) =>
    changes
      .filter(({ before, after }) => placeOf(before) !== placeOf(after))
      .map(({ id, earlierId, isCompany, before, after }): Finding => {
        const [from, to] = [countryOf(before), countryOf(after)]
        const country = from === to ? '' : RULE_WORDS.address.country(from, to)
        return {
          severity: from === to ? 'low' : 'medium',
          period: id,
          fingerprint: 'sent',
          // No copy of the address: the finding and the alert are kept permanently, and the item contains it.
          values: CodedText.join(RULE_WORDS.address.changed(isCompany), country),
          evidence: [
            { type: 'kyc_item', id: earlierId, role: 'before' },
            { type: 'kyc_item', id, role: 'after' },
          ],
        }
      }),
  // A waiting address that now normalises to the same one is left to an officer: it was not accepted.
  end: (changes) => (changes.length > 0 ? null : RULE_WORDS.address.accepted),
})

const countryOf = ({ livesInColombia, outsideCountry }: Place): string => (livesInColombia ? 'CO' : (outsideCountry ?? '').toUpperCase())

const placeOf = (address: Place): string => {
  const { homeAddress, livesInColombia, cityID, outsideCity = '' } = address
  return [normaliseAddress(homeAddress), livesInColombia ? cityID : normaliseAddress(outsideCity), countryOf(address)].join(' | ')
}
