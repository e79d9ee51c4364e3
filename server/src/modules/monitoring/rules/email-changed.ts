/** Alert 8, Cambio de email: the address of a verified account changed. */
import { sql } from 'kysely'
import { defineRule } from '../define-rule.ts'
import { askedPeople, factsAt, ifKnown, isLater, type OfAccount } from '../facts/moments.ts'
import { counted } from '../figures-text.ts'
import { hoursAgo } from '../times.ts'
import type { FactReader } from '../types.ts'

export interface EmailChange {
  readonly id: string
  readonly changedAt: Date
  readonly hasBothMailboxes: boolean
  readonly undoneAt: Date | null
}

const CHANGES_MAX = 50

const emailChanges: FactReader<readonly EmailChange[]> = async (connection, moments) => {
  const found = await sql<EmailChange & OfAccount>`SELECT change.* FROM ${askedPeople(moments)} CROSS JOIN LATERAL (
      SELECT account_id AS "accountId", id, changed_at AS "changedAt", has_both_mailboxes AS "hasBothMailboxes", undone_at AS "undoneAt"
      FROM identity.email_change_report AS report WHERE report.account_id = asked.account_id AND changed_at <= asked.until
      ORDER BY changed_at DESC LIMIT ${CHANGES_MAX}) AS change`.execute(connection)
  return factsAt(moments, found.rows, (own, moment) =>
    own.filter(({ changedAt }) => !isLater(changedAt, moment)).map((change) => ({ ...change, undoneAt: ifKnown(change.undoneAt, moment) })),
  )
}

/** A thief's next steps: another place, another bank account. */
const GOES_WITH = [4, 11]

export const emailChanged = defineRule({
  name: 'EMAIL',
  facts: emailChanges,
  find(changes, { quietDays, togetherHours }, { verifiedLevel, openAlerts, now }) {
    if (verifiedLevel === 0) return []
    const isTogether = openAlerts.some(({ kind, lastSeenAt }) => GOES_WITH.includes(kind) && lastSeenAt >= hoursAgo(now, togetherHours))
    return changes
      .filter(({ changedAt }) => changedAt > hoursAgo(now, quietDays * 24))
      .map(({ id, hasBothMailboxes, undoneAt }) => ({
        severity: isTogether || undoneAt ? 'high' : 'low',
        period: id,
        fingerprint: undoneAt ? 'undone' : 'changed',
        values: undoneAt
          ? 'cambio deshecho por el titular desde el correo anterior'
          : `correo cambiado, ${hasBothMailboxes ? 'confirmado desde los dos buzones' : 'sin confirmación de los dos buzones'}`,
        evidence: [{ type: 'email_change', id }],
      }))
  },
  end(changes, { quietDays }, { openedAt }) {
    const seen = changes.filter(({ changedAt }) => changedAt >= hoursAgo(openedAt, quietDays * 24))
    const isOwn = seen.length > 0 && seen.every(({ hasBothMailboxes, undoneAt }) => hasBothMailboxes && !undoneAt)
    return isOwn ? `${counted(quietDays, 'día', 'días')} sin otro cambio, y los dos buzones lo confirmaron` : null
  },
})
