/**
 * Stores a device's reading of the document. Of a machine-readable zone only its lines are accepted: the server parses their content again.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { readZone } from '@tunjo/contract/identity-zone'
import type { Draft } from '@tunjo/contract/kyc-drafts'
import type { Form } from '@tunjo/contract/kyc-forms'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { KycContext } from '../core/context.ts'
import { countEvidence, insertEvidence } from '../core/form-store.ts'
import { openForm } from '../core/open-form.ts'

/** Enough for a person who tries a document from every side. */
const EVIDENCE_MAX = 100

type Evidence = Pick<Draft['evidence'][number], 'source' | 'read'>

export async function addEvidence(context: KycContext, accountId: string, form: Form, { source, read }: Evidence): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await openForm(context, tx, accountId, form)
    if ((await countEvidence(tx, accountId, form)) >= EVIDENCE_MAX) refuse('kyc.evidence_full', { maximum: EVIDENCE_MAX })
    const now = context.clock.now()
    const checked = source === 'mrz' ? zoneEvidence(read, bogotaDay(now)) : read
    await insertEvidence(tx, accountId, form, { source, read: checked }, now)
  })
}

function zoneEvidence(read: Record<string, string>, today: string): Record<string, string> {
  const lines = [read.line1, read.line2, read.line3].filter((line) => line !== undefined)
  const reading = readZone(lines, today) ?? refuse('request.invalid')
  const { lines: corrected, isNameCut, number, documentType, ...rest } = reading
  const [line1 = '', line2 = '', line3] = corrected
  return {
    ...rest,
    number: number ?? '',
    documentType: documentType ?? '',
    isNameCut: String(isNameCut),
    line1,
    line2,
    ...(line3 === undefined ? {} : { line3 }),
  }
}
