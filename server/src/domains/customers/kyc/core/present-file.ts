/** File of a form as its owner sees it. */
import { FileQuality, type FormFile } from '@tunjo/contract/kyc-drafts'
import * as z from 'zod'
import type { ItemRow } from './form-store.ts'

/** Stored facts of an item that is a file. */
export const FileFacts = z.object({ name: z.string(), mediaType: z.string(), bytes: z.int(), quality: FileQuality })
export type FileFacts = z.infer<typeof FileFacts>

/** Empty for the fields of a form and for a declined file: the person must send another. */
export function presentFile({ id, slot, fileId, facts, state, addedAt }: ItemRow): FormFile[] {
  if (!fileId || state === 'declined') return []
  return [{ id, slot, ...FileFacts.parse(facts), addedAt: addedAt.toISOString() }]
}
