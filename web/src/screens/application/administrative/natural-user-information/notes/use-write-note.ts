/** Sends a note. One whose answer was lost goes again under the same name, so that it is written once. */
import { useMutation } from '@tanstack/react-query'
import type { NoteCategory } from '@tunjo/contract/case-notes'
import { useRef } from 'react'
import { addNote } from '../../../../../api/case-notes.ts'
import { newKey } from '../../../../../api/transport.ts'

interface Content {
  readonly category: NoteCategory
  readonly text: string
  readonly files: readonly File[]
}

export function useWriteNote({ userId, corrects }: { userId: string; corrects: string | null }, onWritten: () => void) {
  const sent = useRef<{ content: Content; requestId: string } | null>(null)
  return useMutation({
    mutationFn: (content: Content) => {
      if (!sent.current || !isSame(sent.current.content, content)) sent.current = { content, requestId: newKey() }
      return addNote(userId, { ...content, corrects, requestId: sent.current.requestId })
    },
    onSuccess: () => {
      sent.current = null
      onWritten()
    },
  })
}

const isSame = (one: Content, other: Content): boolean =>
  one.category === other.category && one.text === other.text && one.files === other.files
