/**
 * Idempotency id of a submission: the same while the content is the same, so that a retry after a lost answer creates no duplicate; a new
 * one after success, so that the same text may be sent again.
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
    /** Called after success. */
    clear(): void {
      last = null
    },
  }
}

export const useRequestIds = () => useState(createRequestIds)[0]
