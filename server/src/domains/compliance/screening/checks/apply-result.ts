/**
 * Consequences of a report: flags, alerts and the minimum risk level, in the transaction that stores it. Only findings count. Nothing is
 * withdrawn: decisions of officers and hits of our own lists remain, and only two officers can dismiss what a finding started.
 */

import { LISTS_ALERT, PEP_ALERT } from '@tunjo/contract/alert-kinds'
import type { Transaction } from '../../../../platform/database/database.ts'
import type { Text } from '../../../../platform/phrases/coded-text.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import { COMMENT_WORDS } from '../case-words.ts'
import type { CheckResult } from '../provider/background-checks.ts'
import type { CheckContext } from './context.ts'
import type { CheckRow } from './types.ts'

const words = COMMENT_WORDS.check

const IRREGULARITIES_ALERT = 7
/** "Datos inconsistentes entre formularios", of the code list of alert 7. */
const INCONSISTENT_DATA = 704

type Applying = Pick<CheckContext, 'risk' | 'alerts' | 'clock'>
interface Known {
  readonly result: CheckResult
  readonly isValidated: boolean | null
  readonly isOtherName: boolean | null
}

/** The comments name the rule and the check, never the content of a source. */
export async function applyResult(context: Applying, tx: Transaction, check: CheckRow, known: Known): Promise<void> {
  const { result, isValidated, isOtherName } = known
  const { risk } = context
  const { accountId } = check
  const comment = (finding: Text) => words.comment(finding, check.id)
  const listed = comment(words.listed)
  const evidence = evidenceOf(check)
  if (result.isListed && !(await risk.flagList(tx, { accountId, reason: listed, evidence })))
    await raise(context, tx, check, LISTS_ALERT, listed)
  const pep = comment(words.pep)
  if (result.isPep && !(await risk.flagPep(tx, { accountId, reason: pep, evidence }))) await raise(context, tx, check, PEP_ALERT, pep)
  if (isValidated === false || isOtherName) {
    const differs = comment(isOtherName ? words.otherName : words.invalid)
    await raise(context, tx, check, IRREGULARITIES_ALERT, differs, INCONSISTENT_DATA)
  }
  // Grave findings set a minimum risk level until officers dismiss them.
  await risk.reassess(tx, accountId)
}

const evidenceOf = ({ id }: CheckRow) => [{ type: 'background_check', id } as const]

/**
 * The customer may have been flagged before, with an alert that was closed since: a new finding is reported again, one that this check
 * reported before is not.
 */
async function raise(
  { alerts, clock }: Applying,
  tx: Transaction,
  check: CheckRow,
  kind: number,
  comment: Text,
  typeId: number | null = null,
): Promise<void> {
  const key = { accountId: check.accountId, kind, typeId }
  await alerts.raise(tx, key, { at: clock.now(), actor: SYSTEM, comment, evidence: evidenceOf(check) })
}
