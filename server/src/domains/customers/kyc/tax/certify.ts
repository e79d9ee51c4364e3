/** Self-certification of tax residence (CARF): asked for once level 1 is verified, and kept version by version. */
import type { Request } from '@tunjo/contract/endpoint'
import { TAX_STATEMENT_VERSION, type TaxCertification } from '@tunjo/contract/tax-certifications'
import type { taxCertify } from '@tunjo/contract/tax-certify'
import { colombianTin, type ResidenceLine, residenceFault, withOwnTin } from '@tunjo/contract/tax-residence-rules'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { KycContext } from '../core/context.ts'
import { findCustomer, findDossier, lockCustomer } from '../core/customer-store.ts'
import { NOT_BEGUN, verifiedLevel } from '../core/rules.ts'
import { insertTaxCertification, taxCertifications } from '../core/tax-store.ts'
import type { TaxCertificationKept } from '../core/types.ts'

type Certified = Request<(typeof taxCertify)['certifyTaxResidence']>['body']

export async function showOwnCertification({ db }: Pick<KycContext, 'db'>, accountId: string) {
  const [customer, dossier, [newest]] = await Promise.all([
    findCustomer(db, accountId),
    findDossier(db, accountId),
    taxCertifications(db, accountId, 1),
  ])
  const isOpen = dossier !== null && verifiedLevel(customer ?? NOT_BEGUN) > 0
  return {
    isOpen,
    colombianTin: isOpen ? colombianTin(dossier) : null,
    statementVersion: TAX_STATEMENT_VERSION,
    certification: newest ? shown(newest) : null,
  }
}

/** @throws Refused `kyc.tax_locked`, `kyc.tax_changed`, `kyc.tax_statement_changed`, `kyc.country_unknown`, `kyc.tin_invalid`, … */
export async function certifyTaxResidence(
  { db, clock, parameters }: Pick<KycContext, 'db' | 'clock' | 'parameters'>,
  accountId: string,
  { from, residences: typed, statementVersion }: Certified,
): Promise<TaxCertification> {
  if (statementVersion !== TAX_STATEMENT_VERSION) refuse('kyc.tax_statement_changed')
  if (typed.some(({ country }) => !parameters.countryName(country))) refuse('kyc.country_unknown')
  return inTransaction(db, async (tx) => {
    const now = clock.now()
    // Of two concurrent calls the second waits here, and then sees the version of the first.
    const customer = await lockCustomer(tx, accountId, now)
    const dossier = await findDossier(tx, accountId)
    if (!dossier || verifiedLevel(customer) === 0) refuse('kyc.tax_locked')
    const ownTin = colombianTin(dossier)
    const residences = withOwnTin(typed, ownTin)
    const fault = residenceFault(residences, ownTin)
    if (fault) refuse(fault.code)
    const [newest] = await taxCertifications(tx, accountId, 1)
    if (newest && isRepeated(newest, from, residences)) return shown(newest)
    if (from !== (newest?.version ?? 0)) refuse('kyc.tax_changed')
    const kept = { version: from + 1, residences, statementVersion, certifiedAt: now }
    await insertTaxCertification(tx, accountId, kept)
    return shown(kept)
  })
}

/** True when the answer of a call was lost, and the call is made again. */
const isRepeated = ({ version, residences: kept }: TaxCertificationKept, from: number, residences: readonly ResidenceLine[]): boolean =>
  version === from + 1 && keyOf(kept) === keyOf(residences)
const keyOf = (residences: readonly ResidenceLine[]): string =>
  JSON.stringify(residences.map(({ country, tin, noTinReason }) => [country, tin, noTinReason]))

const shown = ({ version, residences, statementVersion, certifiedAt }: TaxCertificationKept): TaxCertification => ({
  version,
  residences,
  statementVersion,
  certifiedAt: certifiedAt.toISOString(),
})
