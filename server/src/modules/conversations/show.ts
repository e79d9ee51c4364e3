/** Conversations and their entries as customers and officers read them. */
import type { Conversation, ConversationEntry } from '@tunjo/contract/conversations'
import { ENTRIES_PAGE } from '@tunjo/contract/conversations'
import type { Caller } from '../../platform/http/route.ts'
import { contentOpener } from './content.ts'
import type { ConversationsContext } from './context.ts'
import type { ShownRow } from './conversation-store.ts'
import { attachmentsOf, type MessageRow, messagesOf } from './message-store.ts'
import { shownDue } from './rules.ts'

export function shownConversation(row: ShownRow, now: Date): Conversation {
  const { id, topic, state, openedAt, lastAt, asks, unread } = row
  const due = shownDue(row)
  return {
    id,
    topic,
    state,
    openedAt: openedAt.toISOString(),
    lastAt: lastAt.toISOString(),
    dueAt: due?.toISOString() ?? null,
    isOverdue: due !== null && due <= now,
    asks,
    unread,
  }
}

interface Shown {
  readonly row: Pick<ShownRow, 'id' | 'accountId'>
  readonly before: string | null
  readonly caller: Caller
}

/** Oldest first, with whoever wrote each. `before` is null when these are the first ones. */
export async function shownEntries(
  { db, files }: Pick<ConversationsContext, 'db' | 'files'>,
  { row, before, caller }: Shown,
): Promise<{ entries: (ConversationEntry & Pick<MessageRow, 'authorId'>)[]; before: string | null }> {
  const found = await messagesOf(db, row.id, { before, limit: ENTRIES_PAGE + 1 })
  const messages = found.slice(0, ENTRIES_PAGE).reverse()
  const attached = await attachmentsOf(
    db,
    messages.map(({ id }) => id),
  )
  const open = await contentOpener(files, row.accountId)
  const entries = messages.map((message) => {
    const { id, at, author, authorId, kind } = message
    const mine = attached.filter(({ messageId }) => messageId === id)
    const shown = mine.map((file) => ({
      id: file.id,
      name: file.name,
      kind: file.kind,
      bytes: Number(file.bytes),
      fileUrl: files.linkFor(file.fileId, caller),
    }))
    return { id, at: at.toISOString(), author, authorId, kind, ...open(message), files: shown }
  })
  return { entries, before: found.length > ENTRIES_PAGE ? (entries[0]?.id ?? null) : null }
}
