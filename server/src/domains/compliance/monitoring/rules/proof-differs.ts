/**
 * Alert 19, Dirección física no concuerda: the proof of residence, as an officer read it, differs from the declaration, was too old when it
 * was sent, or was issued afterwards. Ends when a later proof is accepted, or when a new reading matches.
 */

import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Connection } from '../../../../platform/database/database.ts'
import type { CodedText } from '../../../../platform/phrases/coded-text.ts'
import { compareProof, type ProofReading, proofAgrees } from '../../screening/index.ts'
import { defineRule } from '../define-rule.ts'
import { factsOfToday, type OfAccount } from '../facts/moments.ts'
import type { FactReader, Finding } from '../types.ts'
import { RULE_WORDS } from './rule-words.ts'

const Declared = z.object({ homeAddress: z.string(), cityID: z.number().optional(), outsideCity: z.string().optional() })
export interface ReadProof extends ProofReading {
  readonly itemId: string
  readonly sentAt: Date
  readonly fullName: string
  readonly declared: z.infer<typeof Declared>
}

const proofs: FactReader<readonly ReadProof[]> = (connection, moments) =>
  factsOfToday(
    moments,
    (ids) => openProofs(connection, ids),
    (own) => own,
  )

/** Proofs that no later one replaced, newest first. */
async function openProofs(connection: Connection, accountIds: readonly string[]): Promise<readonly (ReadProof & OfAccount)[]> {
  const found = await sql<
    ReadProof & OfAccount
  >`SELECT proof.* FROM unnest(${accountIds}::uuid[]) AS asked (account_id) CROSS JOIN LATERAL (
      SELECT account_id AS "accountId", item_id AS "itemId", sent_at AS "sentAt", full_name AS "fullName", declared,
        holder_name AS "holderName", address, city_id AS "cityId", city, issued_on::text AS "issuedOn", relation
      FROM kyc.proof_report AS report WHERE report.account_id = asked.account_id AND NOT is_followed AND sent_at IS NOT NULL
      ORDER BY added_at DESC LIMIT 10) AS proof`.execute(connection)
  return found.rows.map((row) => ({ ...row, declared: Declared.parse(row.declared) }))
}

const words = RULE_WORDS.proof

export const proofDiffers = defineRule({
  name: 'RESPALDO_DIRECCION',
  facts: proofs,
  isOfToday: true,
  find: (found, bounds) =>
    found
      .flatMap((proof): Finding[] => {
        const compared = compareProof(proof, residenceOf(proof))
        const agrees = proofAgrees(compared, bounds)
        const others = (['city', 'address', 'name'] as const).filter((what) => !agrees[what]).map((what) => words.differing[what])
        if (others.length === 0 && agrees.age) return []
        const age = agrees.age ? [] : [ageText(compared.ageDays)]
        const values = [...(others.length > 0 ? [words.says(others)] : []), ...age]
        const differing = Object.entries(agrees).flatMap(([what, isSame]) => (isSame ? [] : [what]))
        return [
          {
            severity: 'medium',
            period: proof.itemId,
            fingerprint: differing.sort().join(' '),
            values: words.found(values),
            evidence: [{ type: 'kyc_item', id: proof.itemId }],
          },
        ]
      })
      .slice(0, 1),
  end: () => words.agrees,
})

const ageText = (days: number): CodedText => (days < 0 ? words.later : words.old(days))

function residenceOf({ fullName, declared, sentAt }: ReadProof) {
  const { homeAddress, cityID, outsideCity } = declared
  return { fullName, homeAddress, cityId: cityID ?? null, city: outsideCity ?? '', sentOn: bogotaDay(sentAt) }
}
