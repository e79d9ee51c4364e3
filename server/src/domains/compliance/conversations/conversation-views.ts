/** Presentation of conversations and their entries for customers and officers. */
import type { Conversation, ConversationEntry, ConversationFile } from '@tunjo/contract/conversations'
import { ENTRIES_PAGE } from '@tunjo/contract/conversations'
import type { Caller } from '../../../platform/http/route.ts'
import { contentOpener } from './content.ts'
import type { ConversationsContext } from './context.ts'
import type { ShownRow } from './conversation-store.ts'
import { type AttachmentRow, attachmentsOf, type MessageRow, messagesOf } from './message-store.ts'
import { shownDue } from './rules.ts'

export function toConversation(row: ShownRow, now: Date): Conversation {
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

interface Asked {
  readonly row: Pick<ShownRow, 'id' | 'accountId'>
  readonly before: string | null
}
type Context = Pick<ConversationsContext, 'db' | 'files'>
type EntryOf<F> = Omit<ConversationEntry, 'files'> & Pick<MessageRow, 'authorId'> & { readonly files: F[] }
interface Page<F> {
  readonly entries: EntryOf<F>[]
  readonly before: string | null
}

/** Oldest first, with the author of each. `before` is null when these are the first ones. */
export const toEntries = (context: Context, { caller, ...asked }: Asked & { caller: Caller }): Promise<Page<ConversationFile>> =>
  pageOf(context, asked, (file) => ({
    ...plainFile(file),
    kind: file.kind,
    bytes: Number(file.bytes),
    fileUrl: context.files.linkFor(file.fileId, caller),
  }))

/** The same for a caller without a session: files only by their names. */
export const toEntriesWithoutSession = (context: Context, asked: Asked): Promise<Page<Pick<ConversationFile, 'id' | 'name'>>> =>
  pageOf(context, asked, plainFile)

const plainFile = ({ id, name }: AttachmentRow) => ({ id, name })

async function pageOf<F>({ db, files }: Context, { row, before }: Asked, show: (file: AttachmentRow) => F): Promise<Page<F>> {
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
    return { id, at: at.toISOString(), author, authorId, kind, ...open(message), files: mine.map(show) }
  })
  return { entries, before: found.length > ENTRIES_PAGE ? (entries[0]?.id ?? null) : null }
}
