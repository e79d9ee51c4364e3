/**
 * Alert 1, Novedades: a fact that no officer has seen: another alert, one more hit or denied sign-in while that alert is open, waiting
 * documents, an expired document, a finding of the background check provider. As grave as its subject. "Revisado" closes it.
 */
import { defineRule } from '../define-rule.ts'
import { noveltyFacts } from '../facts/novelties.ts'
import type { Finding, OpenAlert } from '../types.ts'
import { RULE_WORDS } from './rule-words.ts'

const KIND = 1
/** Listas and PEP: a finding while they are open is another hit. */
const HITS = [2, 3]
const DENIED = 'denied'

export const novelty = defineRule({
  name: 'NOVEDADES',
  facts: noveltyFacts,
  find: ({ documents, found, expired }, _numbers, { openAlerts, verifiedLevel }) => [
    ...openAlerts.filter(({ kind }) => kind !== KIND).map(ofAlert),
    ...(found
      ? [
          {
            severity: found.gravest === 'Alto' ? 'high' : 'low',
            period: `check ${found.checkId}`,
            fingerprint: found.at.toISOString(),
            values: RULE_WORDS.novelty.found(found.gravest),
            evidence: [{ type: 'background_check', id: found.checkId }],
          } as const,
        ]
      : []),
    ...(documents
      ? [
          {
            severity: 'low',
            period: 'papers',
            fingerprint: documents.since.toISOString(),
            values: RULE_WORDS.novelty.waiting,
            evidence: documents.itemIds.map((id) => ({ type: 'kyc_item', id }) as const),
          } as const,
        ]
      : []),
    ...(expired && verifiedLevel > 0
      ? [
          {
            severity: 'low',
            period: `document ${expired.readingId}`,
            fingerprint: 'expired',
            values: RULE_WORDS.document.expired(expired.expiresOn),
            evidence: [{ type: 'kyc_item', id: expired.itemId }],
          } as const,
        ]
      : []),
  ],
  end: () => RULE_WORDS.novelty.closed,
})

function ofAlert({ id, severity, kind, typeId, openedAt, lastSeenAt, found }: OpenAlert): Finding {
  const name = RULE_WORDS.novelty.alert(kind)
  const denied = found.filter(({ fingerprint }) => fingerprint === DENIED).length
  const isAgain = HITS.includes(kind) && lastSeenAt > openedAt
  const again = isAgain ? ` ${lastSeenAt.toISOString()}` : denied > 1 ? ` ${DENIED} ${denied}` : ''
  return {
    severity,
    period: `alert ${kind} ${typeId ?? ''}`.trim(),
    fingerprint: `${openedAt.toISOString()}${again}`,
    values: again === '' ? RULE_WORDS.novelty.raised(name) : RULE_WORDS.novelty.again(name),
    evidence: id === '' ? [] : [{ type: 'alert', id }],
  }
}
