/** Verification for use cases that run in groups. */
import { type Fact, joined } from '../../../../platform/unit-of-work/index.ts'
import { NOT_BEGUN, verifiedLevel } from './rules.ts'
import type { Dossier, KycInGroups, LevelStatus } from './types.ts'

const levelFact = (key: string): Fact<LevelStatus> => ({
  text: `SELECT jsonb_build_object('currentLevel', current_level, 'isVerified', is_verified) FROM kyc.customer WHERE account_id = asked.${key}`,
  read: (json) => (json as LevelStatus | null) ?? NOT_BEGUN,
})

const dossierFact = (key: string): Fact<Dossier | null> => ({
  text: `SELECT jsonb_build_object('personType', person_type, 'fullName', full_name, 'documentType', document_type, 'documentNumber',
    document_number, 'phone', phone) FROM kyc.dossier WHERE account_id = asked.${key}`,
  read: (json) => json as Dossier | null,
})

export const KYC_IN_GROUPS: KycInGroups = {
  verification(key) {
    const { text, read } = joined({ level: levelFact(key), dossier: dossierFact(key) })
    return {
      text,
      read(json) {
        const { level, dossier } = read(json)
        return { verifiedLevel: verifiedLevel(level), dossier }
      },
    }
  },
}
