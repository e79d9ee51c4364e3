/** Approval kind that removes an entry from the blocklist: always two officers, since a listed person could bribe one. */

import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { BlackListKind } from '@tunjo/contract/blocklist'
import * as z from 'zod'
import type { ApprovalKind } from '../../../platform/approvals/index.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { BLOCKLIST_WORDS, STORED_WORDS } from './blocklist-words.ts'
import type { OfficeContext } from './context.ts'
import { type EntryRow, lockEntry, markRemoved } from './entry-store.ts'

export const REMOVE_APPROVAL = 'blacklist.remove' satisfies ApprovalKindName
const Params = z.object({ entryId: z.uuid() })
type Params = z.output<typeof Params>
const Facts = z.object({ kind: BlackListKind, masked: z.string(), reason: z.string() })

export const isInForce = ({ removedAt, expiresAt }: EntryRow, now: Date): boolean => !removedAt && (!expiresAt || expiresAt > now)

export const removeApproval = ({ clock, audit }: Pick<OfficeContext, 'clock' | 'audit'>): ApprovalKind<Params, { removed: true }> => ({
  permission: 'blacklist.manage',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ entryId }) => entryId,
  subjectId: () => null,
  async facts(tx, { entryId }) {
    const entry = (await lockEntry(tx, entryId)) ?? refuse('request.not_found')
    if (!isInForce(entry, clock.now())) refuse('blacklist.not_in_force')
    const { kind, masked, reason, addedAt, expiresAt } = entry
    return { kind, masked, reason, addedAt: addedAt.toISOString(), expiresAt: expiresAt?.toISOString() ?? null }
  },
  isNeeded: () => true,
  words: BLOCKLIST_WORDS,
  changes(_params, facts) {
    const { kind, masked, reason } = Facts.parse(facts)
    return [{ label: STORED_WORDS.listed(STORED_WORDS.kinds[kind], masked), before: reason, after: STORED_WORDS.removed }]
  },
  async execute(tx, { entryId }, { makerId, checkerId, requestId, reason, actor }) {
    const entry = (await lockEntry(tx, entryId)) ?? refuse('request.not_found')
    await markRemoved(tx, entryId, { at: clock.now(), by: makerId, second: checkerId, reason })
    await audit.record(tx, {
      actor,
      action: 'blacklist.removed',
      object: { type: 'black_list_entry', id: entryId },
      before: { kind: entry.kind, masked: entry.masked, reason: entry.reason },
      after: { approvalRequestId: requestId, makerId, checkerId },
      reason,
    })
    return { removed: true }
  },
})
