/** Draft of the contact form, kept until it is sent: survives a reload, a lost connection and navigation. */

import { useEffect, useState } from 'react'
import * as z from 'zod'
import type { ContactMessage } from '../../../api/contact.ts'
import { localStore } from '../../../ui/page-storage.ts'

const KEY = 'tunjo.contact-draft'
const EMPTY: ContactMessage = { sender: '', subject: '', message: '' }
const Draft = z.object({ sender: z.string(), subject: z.string(), message: z.string() })

export function useContactDraft(): readonly [ContactMessage, (change: Partial<ContactMessage>) => void, () => void] {
  const [draft, setDraft] = useState(readDraft)
  useEffect(() => {
    if (draft === EMPTY) localStore.removeItem(KEY)
    else localStore.setItem(KEY, JSON.stringify(draft))
  }, [draft])
  return [draft, (change) => setDraft((before) => ({ ...before, ...change })), () => setDraft(EMPTY)]
}

function readDraft(): ContactMessage {
  try {
    return Draft.parse(JSON.parse(localStore.getItem(KEY) ?? ''))
  } catch {
    return EMPTY
  }
}
