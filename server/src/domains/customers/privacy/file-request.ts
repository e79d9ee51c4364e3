/** Filing and completion of a request by a person: with its number, its term and the mail with the deadline. Idempotent when sent again. */
import { randomBytes } from 'node:crypto'
import type { DataRequestKind } from '@tunjo/contract/data-requests'
import { inTransaction } from '../../../platform/database/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { ReceivedFile } from '../../../platform/http/upload.ts'
import type { Allowance } from '../../../platform/rate-limit/rate-limit.ts'
import { customer } from '../../../platform/state-machine/index.ts'
import { beginRequest, moveRequest } from './move-request.ts'
import { notifyPerson } from './notify-person.ts'
import { findRequest, insertRequest, lockRequest } from './request-store.ts'
import { dueOf } from './rules.ts'
import { DATA_REQUEST_STATES } from './states.ts'
import type { PrivacyContext, RequestRow } from './types.ts'
import { entriesOf, storeFiles, textOpener, writeEntry } from './write-entry.ts'

/** Far above a person's needs: each starts a legal term. */
const ALLOWANCE: Allowance = { tries: 5, windowMs: 24 * 3_600_000 }

interface Filed {
  readonly accountId: string
  readonly requestId: string
  readonly kind: DataRequestKind
  readonly text: string
  readonly files: readonly ReceivedFile[]
}

/** @throws Refused `privacy.too_many`, `request.idempotency_key_reused` */
export async function fileRequest(context: PrivacyContext, filed: Filed): Promise<RequestRow> {
  const { db, clock } = context
  const { accountId, requestId, kind, text, files } = filed
  const earlier = await findRequest(db, requestId)
  if (earlier) return sameAs(context, earlier, filed)
  await takeAllowance(context, accountId)
  const inserted = await storeFiles(context, { ownerId: accountId, author: 'customer', authorId: accountId, received: files }, (stored) =>
    inTransaction(db, async (tx) => {
      const at = clock.now()
      const dueAt = dueOf(kind, at)
      const row: RequestRow = { ...UNTOUCHED, id: requestId, number: newNumber(), accountId, kind, filedAt: at, termFrom: at, dueAt }
      if (!(await insertRequest(tx, row))) return null
      await beginRequest(tx, row, customer(accountId))
      await writeEntry(context, tx, row, { author: 'customer', authorId: accountId, kind: 'filed', at, text, files: stored })
      await notifyPerson(context, tx, row, { step: 'received', by: dueAt, version: 0 })
      return row
    }),
  )
  // The other one of two copies came first.
  return inserted ?? sameAs(context, (await findRequest(db, requestId)) ?? refuse('request.not_found'), filed)
}

/** @throws Refused `request.not_found`, `privacy.not_possible`, `privacy.too_many` */
export async function completeRequest(
  context: PrivacyContext,
  { accountId, id, text, files }: Pick<Filed, 'accountId' | 'text' | 'files'> & { id: string },
): Promise<RequestRow> {
  const { db, clock } = context
  await takeAllowance(context, accountId)
  return storeFiles(context, { ownerId: accountId, author: 'customer', authorId: accountId, received: files }, (stored) =>
    inTransaction(db, async (tx) => {
      const row = (await lockRequest(tx, id)) ?? refuse('request.not_found')
      const at = clock.now()
      if (row.accountId !== accountId) refuse('request.not_found')
      // The job that ends it may run later than its day.
      if (row.completeBy === null || row.completeBy <= at) refuse('privacy.not_possible')
      const dueAt = dueOf(row.kind, at)
      const set = { term_from: at, due_at: dueAt, complete_by: null }
      await moveRequest(tx, row, { to: 'received', at, actor: customer(accountId), set })
      await writeEntry(context, tx, row, { author: 'customer', authorId: accountId, kind: 'completed', at, text, files: stored })
      await notifyPerson(context, tx, row, { step: 'completed', by: dueAt, version: row.version + 1 })
      return (await lockRequest(tx, id)) ?? refuse('request.not_found')
    }),
  )
}

/** Repeated calls count too, since their files are inspected again. */
const SENT_ALLOWANCE: Allowance = { tries: 30, windowMs: 24 * 3_600_000 }

/** Before the expensive inspection of files. @throws Refused `privacy.too_many` */
export const admitFiles = ({ rateLimit }: PrivacyContext, accountId: string): Promise<void> =>
  rateLimit.take([{ kind: 'data-request-sent', key: accountId, allowance: SENT_ALLOWANCE }], 'privacy.too_many')

const takeAllowance = ({ rateLimit }: PrivacyContext, accountId: string): Promise<void> =>
  rateLimit.take([{ kind: 'data-request', key: accountId, allowance: ALLOWANCE }], 'privacy.too_many')

/** Another content under a used id is an error of the caller; the request of another person is not disclosed. */
async function sameAs(context: PrivacyContext, row: RequestRow, { accountId, kind, text }: Filed): Promise<RequestRow> {
  const [first] = await entriesOf(context.db, row.id)
  const open = await textOpener(context, row.accountId)
  if (row.accountId !== accountId || row.kind !== kind || !first || open(first) !== text) refuse('request.idempotency_key_reused')
  return row
}

const UNTOUCHED = {
  state: DATA_REQUEST_STATES.initial,
  version: 0,
  extendedAt: null,
  completionAskedAt: null,
  completeBy: null,
  takenBy: null,
  endedAt: null,
} as const

/** Without I, L, O and U: the number is read over the telephone. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CHARACTERS = 8
/** Random, so that a number discloses nothing about the count of requests. */
const newNumber = (): string => `HD-${[...randomBytes(CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')}`
