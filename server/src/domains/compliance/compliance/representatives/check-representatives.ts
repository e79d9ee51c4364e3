/**
 * Requirement for the acceptance of a company: its representatives and final owners are known (SAGRILAFT; Resolución DIAN 000164 of 2021).
 */
import { type MissingRepresentative, missingOf } from '@tunjo/contract/representative-rules'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { CompanyOwnershipFacts, Kyc } from '../../../customers/kyc/index.ts'
import type { ComplianceContext } from '../context.ts'

export interface RepresentativeContext extends Pick<ComplianceContext, 'configuration' | 'clock'> {
  readonly kyc: Pick<Kyc, 'companyOwnershipFacts'>
}

const HUNDREDTHS = 100

export async function ownerThreshold({ configuration, clock }: RepresentativeContext, connection: Connection): Promise<number> {
  const { numbers } = await configuration.at(connection, 'owners', clock.now())
  return Number(numbers.ownerPercent) * HUNDREDTHS
}

export async function missingRepresentatives(
  context: RepresentativeContext,
  connection: Connection,
  standing: CompanyOwnershipFacts,
): Promise<MissingRepresentative[]> {
  return missingOf({ ...standing, thresholdHundredths: await ownerThreshold(context, connection) })
}

/**
 * No requirement for customers who are not companies.
 *
 * @throws Refused `compliance.representatives_missing`
 */
export async function checkRepresentatives(context: RepresentativeContext, tx: Transaction, accountId: string): Promise<void> {
  const standing = await context.kyc.companyOwnershipFacts(tx, accountId)
  const [first] = standing ? await missingRepresentatives(context, tx, standing) : []
  if (first) refuse('compliance.representatives_missing', { ...first })
}

/** After a new list: an accepted company must keep fulfilling the requirement. */
export async function checkWritten(context: RepresentativeContext, tx: Transaction, accountId: string): Promise<void> {
  if ((await context.kyc.companyOwnershipFacts(tx, accountId))?.wasAccepted) await checkRepresentatives(context, tx, accountId)
}

/** After documents were accepted: the fields of level 1 are among them, or were accepted before and documents were added. */
export async function checkAccepted(
  context: RepresentativeContext,
  tx: Transaction,
  { accountId, isOfCompanyForm }: { accountId: string; isOfCompanyForm: boolean },
): Promise<void> {
  if (isOfCompanyForm && (await context.kyc.companyOwnershipFacts(tx, accountId))?.isAccepted)
    await checkRepresentatives(context, tx, accountId)
}
