/**
 * Alert 7, Irregularidades, documento vencido o no vigente: the accepted document expired by the date that was read from it, or is not
 * current in the newest background check that includes it. Ends when another document is accepted, or when a later check has it as current:
 * a document that was only sent does not end it.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { defineRule } from '../define-rule.ts'
import { type IdentityDocuments, identityDocuments } from '../facts/identity-documents.ts'
import type { Finding } from '../types.ts'
import { RULE_WORDS } from './rule-words.ts'

export const documentExpired = defineRule({
  name: 'DOCUMENTO_VENCIDO',
  facts: identityDocuments,
  find: (documents, _numbers, { verifiedLevel, now }) => (verifiedLevel > 0 ? wrongWith(documents, now) : []),
  // A customer who lost their level over it does not have another document yet.
  end: (documents, _numbers, _open, { now }) => (wrongWith(documents, now).length === 0 ? RULE_WORDS.document.fine : null),
})

function wrongWith({ document, registers }: IdentityDocuments, now: Date): Finding[] {
  const found: Finding[] = []
  if (document?.expiresOn && document.expiresOn < bogotaDay(now))
    found.push({
      severity: 'medium',
      period: `document ${document.itemId}`,
      fingerprint: 'expired',
      values: RULE_WORDS.document.expired(document.expiresOn),
      evidence: [{ type: 'kyc_item', id: document.itemId }],
    })
  if (registers.document?.isFine === false)
    found.push({
      severity: 'medium',
      period: `check ${registers.document.checkId}`,
      fingerprint: 'not current',
      values: RULE_WORDS.document.notCurrent,
      evidence: [{ type: 'background_check', id: registers.document.checkId }],
    })
  return found
}
