/** Alert 9, Cambio de dirección física: an address was sent after another one had been accepted, and is not the same one written otherwise. */
import { sql } from 'kysely'
import * as z from 'zod'
import { normaliseAddress } from '../addresses.ts'
import { defineRule } from '../define-rule.ts'
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

const changedAddresses: FactReader<readonly ChangedAddress[]> = async (connection, { accountId }) => {
  const found = await sql<{ id: string; state: ChangedAddress['state']; before: unknown; after: unknown }>`SELECT id, state, before, after
    FROM kyc.changed_address WHERE account_id = ${accountId} LIMIT 10`.execute(connection)
  return found.rows.map(({ before, after, ...item }) => ({ ...item, before: Address.parse(before), after: Address.parse(after) }))
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
