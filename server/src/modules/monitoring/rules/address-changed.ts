/** Alert 9, Cambio de dirección física: an address was sent after another one had been accepted, and is not the same one written otherwise. */
import { sql } from 'kysely'
import * as z from 'zod'
import { normaliseAddress } from '../../screening/index.ts'
import { defineRule } from '../define-rule.ts'
import { askedPeople, factsAt, isLater, type OfAccount } from '../facts/moments.ts'
import type { FactReader, Finding } from '../types.ts'

const Address = z.object({
  livesInColombia: z.boolean(),
  homeAddress: z.string(),
  cityID: z.number().optional(),
  outsideCountry: z.string().optional(),
  outsideCity: z.string().optional(),
})
export interface ChangedAddress {
  readonly id: string
  readonly state: 'pending' | 'accepted' | 'declined'
  readonly before: z.infer<typeof Address>
  readonly after: z.infer<typeof Address>
}

interface Row extends OfAccount {
  readonly id: string
  readonly state: ChangedAddress['state']
  readonly before: unknown
  readonly after: unknown
  readonly sentAt: Date
  readonly reviewedAt: Date | null
}

const changedAddresses: FactReader<readonly ChangedAddress[]> = async (connection, moments) => {
  const found = await sql<Row>`SELECT item.* FROM ${askedPeople(moments)} CROSS JOIN LATERAL (
      SELECT account_id AS "accountId", id, state, before, after, sent_at AS "sentAt", reviewed_at AS "reviewedAt"
      FROM kyc.changed_address AS report WHERE report.account_id = asked.account_id LIMIT 10) AS item`.execute(connection)
  return factsAt(moments, found.rows, (own, moment) =>
    own
      .filter(({ sentAt }) => !isLater(sentAt, moment))
      .map(({ id, state, before, after, reviewedAt }) => ({
        id,
        state: isLater(reviewedAt, moment) ? 'pending' : state,
        before: Address.parse(before),
        after: Address.parse(after),
      })),
  )
}

export const addressChanged = defineRule({
  name: 'DIRECCION',
  facts: changedAddresses,
  find: (changes) =>
    changes
      .filter(({ state, before, after }) => state !== 'accepted' && placeOf(before) !== placeOf(after))
      .map(({ id, before, after }): Finding => {
        const [from, to] = [countryOf(before), countryOf(after)]
        const country = from === to ? '' : `, y el país de ${from} a ${to}`
        return {
          severity: from === to ? 'low' : 'medium',
          period: id,
          fingerprint: 'sent',
          // No copy of where they live: the finding and the alert are kept for good, and the item has it.
          values: `la dirección cambió${country}`,
          evidence: [{ type: 'kyc_item', id }],
        }
      }),
  end: () => 'el respaldo de la dirección nueva se aceptó',
})

const countryOf = ({ livesInColombia, outsideCountry }: ChangedAddress['before']): string =>
  livesInColombia ? 'CO' : (outsideCountry ?? '').toUpperCase()

const placeOf = (address: ChangedAddress['before']): string => {
  const { homeAddress, livesInColombia, cityID, outsideCity = '' } = address
  return [normaliseAddress(homeAddress), livesInColombia ? cityID : normaliseAddress(outsideCity), countryOf(address)].join(' | ')
}
