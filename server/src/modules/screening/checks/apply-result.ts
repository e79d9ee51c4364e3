/**
 * What follows from a report: flags, alerts and the least risk, in the transaction that keeps it. Only what was found counts. Nothing is
 * taken back: what officers and our own lists said stands, and two officers end what a finding began.
 */
import type { Transaction } from '../../../platform/database.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import { LISTS_ALERT, PEP_ALERT } from '../people/screen-person.ts'
import type { CheckResult, Gravity } from '../provider/background-checks.ts'
import type { CheckContext } from './context.ts'
import type { CheckRow } from './types.ts'

const IRREGULARITIES_ALERT = 7
/** "Datos inconsistentes entre formularios", of the code list of alert 7. */
const INCONSISTENT_DATA = 704
const RISK: Readonly<Partial<Record<Gravity, 'medium' | 'high'>>> = { Medio: 'medium', Alto: 'high' }

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
  if (result.isListed && !(await risk.flagList(tx, { accountId, reason: listed }))) await raise(context, tx, check, LISTS_ALERT, listed)
  const pep = comment('el proveedor encontró a la persona como PEP')
  if (result.isPep && !(await risk.flagPep(tx, { accountId, reason: pep }))) await raise(context, tx, check, PEP_ALERT, pep)
  const level = RISK[result.gravest]
  if (level) await risk.raiseLevel(tx, { accountId, level, reason: comment(`hallazgos de gravedad «${result.gravest}»`) })
  if (isValidated === false || isOtherName) {
    const differs = comment(
      isOtherName ? 'las fuentes tienen el documento a otro nombre' : 'el proveedor no validó el documento con los datos declarados',
    )
    await raise(context, tx, check, IRREGULARITIES_ALERT, differs, INCONSISTENT_DATA)
  }
}

/** Flagged before, perhaps with an alert that was closed since: it is found again. */
async function raise(
  { alerts, clock }: Applying,
  tx: Transaction,
  { accountId }: CheckRow,
  kind: number,
  comment: string,
  typeId: number | null = null,
): Promise<void> {
  const key = { accountId, kind, typeId }
  if (!(await alerts.isOpen(tx, key))) await alerts.raise(tx, key, { at: clock.now(), actor: SYSTEM, comment })
}
