/** Submission of a note. After a lost answer it is sent again with the same id, so that it is stored once. */
import { useMutation } from '@tanstack/react-query'
import type { NoteCategory } from '@tunjo/contract/case-notes'
import { addNote } from '../../../../../api/case-notes.ts'
import { keyOf } from '../../../../../parts/choose-files.tsx'
import { useRequestIds } from '../../../../../parts/request-ids.ts'

interface Content {
  readonly category: NoteCategory
  readonly text: string
  readonly files: readonly File[]
}

export function useWriteNote({ userId, corrects }: { userId: string; corrects: string | null }, onWritten: () => void) {
  const requestIds = useRequestIds()
  return useMutation({
    mutationFn: ({ files, ...content }: Content) => {
      const requestId = requestIds.of(JSON.stringify([content, files.map(keyOf)]))
      return addNote(userId, { ...content, files, corrects, requestId })
    },
    onSuccess: () => {
      requestIds.clear()
      onWritten()
    },
  })
}
