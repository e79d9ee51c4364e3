/**
 * The id under which something written is sent: the same while its content is, so that a try whose answer was lost doubles nothing; another
 * one after it arrived, so that the same words may be sent again.
 */
import { useState } from 'react'
import { newKey } from '../api/transport.ts'

export function createRequestIds() {
  let last: { readonly content: string; readonly id: string } | null = null
  return {
    of(content: string): string {
      if (last?.content !== content) last = { content, id: newKey() }
      return last.id
    },
    /** It arrived. */
    forget(): void {
      last = null
    },
  }
}

export const useRequestIds = () => useState(createRequestIds)[0]
