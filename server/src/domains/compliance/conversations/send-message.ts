/**
 * Send a message in a conversation, with or without files: atomic. A repeated call with the same id is the same message, so that a caller
 * who lost the answer can retry.
 */
import { isDeepStrictEqual } from 'node:util'
import type { PersonActor } from '../../../platform/audit/index.ts'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { StoredFile } from '../../../platform/files/index.ts'
import { type Refusal, refuse, refuseIf } from '../../../platform/http/refusal.ts'
import type { ReceivedFile } from '../../../platform/http/upload.ts'
import { failpoint } from '../../../platform/process/failpoint.ts'
import { customer, officer } from '../../../platform/state-machine/index.ts'
import { deadlinesAt } from '../../reference/configuration/index.ts'
import { contentOpener, NOTHING, sealContent } from './content.ts'
import type { ConversationsContext } from './context.ts'
import { lockConversation } from './conversation-store.ts'
import { settle } from './conversation-transitions.ts'
import { findSent, insertAttachment, insertMessage, type SentRow } from './message-store.ts'
import { afterCustomer, afterOfficer } from './rules.ts'
import type { ConversationRow } from './types.ts'

export interface Written {
  readonly author: 'customer' | 'officer'
  readonly conversation: Pick<ConversationRow, 'id' | 'accountId'>
  readonly messageId: string
  readonly text: string
  readonly files: readonly ReceivedFile[]
  readonly actor: PersonActor
  /** Reason to refuse the message; one that was sent already is returned nevertheless. */
  readonly fault?: Refusal | null
}
export interface Sent {
  readonly id: string
  readonly at: Date
}
/** Further writes in the same transaction. */
type Also = (tx: Transaction, sent: Sent & { sha256: readonly string[] }) => Promise<void>

/** @throws Refused `conversations.too_many`, `request.idempotency_key_reused` */
export async function sendMessage(context: ConversationsContext, written: Written, also: Also): Promise<Sent> {
  const { db } = context
  const earlier = await findSent(db, keyOf(written))
  if (earlier !== null) return sameAs(context, written, earlier)
  refuseIf(written.fault ?? null)
  await takeAllowance(context, written)
  return storeFiles(context, written, (stored) =>
    inTransaction(db, async (tx) => {
      const row = (await lockConversation(tx, written.conversation.id)) ?? refuse('request.not_found')
      // A concurrent copy was first.
      const meanwhile = await findSent(tx, keyOf(written))
      if (meanwhile !== null) return sameAs(context, written, meanwhile)
      const sent = await record(context, tx, { row, written, stored })
      await also(tx, { ...sent, sha256: stored.map(({ sha256 }) => sha256) })
      failpoint('conversations.message_written')
      return sent
    }),
  )
}

const keyOf = ({ conversation, actor, messageId }: Written) => ({
  conversationId: conversation.id,
  authorId: actor.accountId,
  clientId: messageId,
})

/** The id of another message is a mistake of the caller. */
async function sameAs({ audit, files }: ConversationsContext, written: Written, earlier: SentRow): Promise<Sent> {
  const open = await contentOpener(files, written.conversation.accountId)
  const sent = written.files.map(({ originalName, bytes }) => `${bytes} ${originalName}`)
  if (open(earlier).text !== written.text || !isDeepStrictEqual(earlier.files, sent)) refuse('request.idempotency_key_reused')
  audit.unchanged()
  return { id: earlier.id, at: earlier.at }
}

const HOUR_MS = 3_600_000
/** Far above people who write to each other; an officer writes to many. */
const ALLOWANCE = { customer: { tries: 20, windowMs: HOUR_MS }, officer: { tries: 200, windowMs: HOUR_MS } } as const

const takeAllowance = ({ rateLimit }: ConversationsContext, { author, actor }: Written): Promise<void> =>
  rateLimit.take([{ kind: `conversation-${author}`, key: actor.accountId, allowance: ALLOWANCE[author] }], 'conversations.too_many')

/** Sealed with the key of the customer, for every author; when `keep` fails, no file remains. */
async function storeFiles<T>(
  { files }: ConversationsContext,
  { author, conversation, files: received, actor }: Written,
  keep: (stored: readonly StoredFile[]) => Promise<T>,
): Promise<T> {
  if (received.length === 0) return keep([])
  const bytes = received.reduce((sum, file) => sum + file.bytes, 0)
  await files.countUpload(actor.accountId, bytes)
  return files.storing(async (write) => {
    const stored: StoredFile[] = []
    const [ownerId, purpose] = [conversation.accountId, `conversations.${author}`]
    for (const file of received) {
      const { kind, mediaType, originalName } = file
      stored.push(await write({ ownerId, purpose, kind, mediaType, originalName, content: await file.read() }))
    }
    return keep(stored)
  })
}

interface Recorded {
  readonly row: ConversationRow
  readonly written: Written
  readonly stored: readonly StoredFile[]
}

/** Ids grow in the order of the messages, since the conversation is locked. */
async function record(context: ConversationsContext, tx: Transaction, { row, written, stored }: Recorded): Promise<Sent> {
  const { clock, files, outbox } = context
  const { author, actor, messageId: clientId, text } = written
  const { id: conversationId, accountId } = row
  const [id, at] = [newId(), clock.now()]
  const sealed = await sealContent(files, tx, { accountId, messageId: id, content: { ...NOTHING, text } })
  await insertMessage(tx, { id, conversationId, author, authorId: actor.accountId, clientId, eventId: null, kind: 'text', sealed, at })
  for (const file of stored) {
    await files.attach(tx, file)
    await insertAttachment(tx, id, file)
  }
  const isCustomer = author === 'customer'
  const standing = isCustomer ? afterCustomer(row, { at, deadlines: await deadlinesAt(context, tx, at) }) : afterOfficer(row, at)
  await settle(tx, row, { standing, to: 'open', at, actor: (isCustomer ? customer : officer)(actor.accountId) })
  await outbox.emit(tx, 'conversations.message_added', { accountId, conversationId })
  return { id, at }
}
