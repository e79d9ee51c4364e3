/**
 * What follows from a report: flags, alerts and the least risk, in the transaction that keeps it. Only what was found counts. Nothing is
 * taken back: what officers and our own lists said stands, and two officers end what a finding began.
 */
import { LISTS_ALERT, PEP_ALERT } from '@tunjo/contract/alert-kinds'
import type { Transaction } from '../../../platform/database.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import type { CheckResult } from '../provider/background-checks.ts'
import type { CheckContext } from './context.ts'
import type { CheckRow } from './types.ts'

const IRREGULARITIES_ALERT = 7
/** "Datos inconsistentes entre formularios", of the code list of alert 7. */
const INCONSISTENT_DATA = 704

type Applying = Pick<CheckContext, 'risk' | 'alerts' | 'clock'>
interface Known {
  readonly result: CheckResult
  readonly isValidated: boolean | null
  readonly isOtherName: boolean | null
}

/** The comments name the rule and the check, never what a source says. */
export async function applyResult(context: Applying, tx: Transaction, check: CheckRow, known: Known): Promise<void> {
  const { result, isValidated, isOtherName } = known
  const { risk } = context
  const { accountId } = check
  const comment = (finding: string) => `ANTECEDENTES v1: ${finding}, consulta ${check.id}.`
  const listed = comment('el proveedor encontró a la persona en listas restrictivas')
  const evidence = evidenceOf(check)
  if (result.isListed && !(await risk.flagList(tx, { accountId, reason: listed, evidence })))
    await raise(context, tx, check, LISTS_ALERT, listed)
  const pep = comment('el proveedor encontró a la persona como PEP')
  if (result.isPep && !(await risk.flagPep(tx, { accountId, reason: pep, evidence }))) await raise(context, tx, check, PEP_ALERT, pep)
  if (isValidated === false || isOtherName) {
    const differs = comment(
      isOtherName ? 'las fuentes tienen el documento a otro nombre' : 'el proveedor no validó el documento con los datos declarados',
    )
    await raise(context, tx, check, IRREGULARITIES_ALERT, differs, INCONSISTENT_DATA)
  }
  // Grave findings are a floor of the risk while nobody dismissed them.
  await risk.reassess(tx, accountId)
}

const evidenceOf = ({ id }: CheckRow) => [{ type: 'background_check', id } as const]

/** Flagged before, perhaps with an alert that was closed since: it is found again; what this check said before is no news. */
async function raise(
  { alerts, clock }: Applying,
  tx: Transaction,
  check: CheckRow,
  kind: number,
  comment: string,
  typeId: number | null = null,
): Promise<void> {
  const key = { accountId: check.accountId, kind, typeId }
  await alerts.raise(tx, key, { at: clock.now(), actor: SYSTEM, comment, evidence: evidenceOf(check) })
}
