/** Officers' notes in the case file of a person. */
import { infiniteQueryOptions } from '@tanstack/react-query'
import { caseNotes, type NoteCategory } from '@tunjo/contract/case-notes'
import { client } from '@tunjo/contract/client'
import { queries } from './query-client.ts'
import { send } from './transport.ts'

const calls = client(caseNotes, send)
const ofPerson = (userId: string) => ['compliance', 'person', userId] as const

export const notesQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [...ofPerson(userId), 'notes'],
    queryFn: ({ signal, pageParam }) =>
      calls.notes({ query: { userId, ...(pageParam === null ? {} : { before: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // Each read is recorded in the audit trail, so refetching on focus is off.
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })

interface WrittenNote {
  readonly category: NoteCategory
  readonly text: string
  readonly corrects: string | null
  readonly files: readonly File[]
  /** The same id when a note is sent again after a lost answer. */
  readonly requestId: string
}

/** Refetches the folder, which has its attachments, and the timeline, which has an event of it. */
export async function addNote(userId: string, { files, ...note }: WrittenNote): Promise<void> {
  await calls.addNote({ body: { userId, ...note }, files: { files } })
  await queries.invalidateQueries({ queryKey: ofPerson(userId) })
}
