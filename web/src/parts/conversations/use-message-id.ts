/** The id of a message: the same while it says the same, so that a try whose answer was lost never doubles it. */
import { useRef } from 'react'

export function useMessageId(): (content: string) => string {
  const last = useRef<{ readonly content: string; readonly id: string } | null>(null)
  return (content) => {
    if (last.current?.content !== content) last.current = { content, id: crypto.randomUUID() }
    return last.current.id
  }
}
