/** Files of one slot: stored ones, and those in progress, each sent separately. */
import { useQueryClient } from '@tanstack/react-query'
import type { Draft, FormFile, UnfinishedUpload } from '@tunjo/contract/kyc-drafts'
import { useCallback, useEffect } from 'react'
import { errorText, refusalText } from '../../api/error-text.ts'
import { draftQuery, removeFile, statusQuery } from '../../api/kyc.ts'
import { type UploadControls, useFileUploads } from '../../ui/file-drop/use-file-uploads.ts'
import { toast } from '../../ui/toast.ts'
import { whileUploading } from './pending-uploads.ts'
import { sendFile } from './send-file.ts'
import { slotOf, slotRules } from './slot-rules.ts'
import type { DraftHandle } from './use-draft.ts'

export type SlotFiles = ReturnType<typeof useSlotFiles>

/** @param mayAdd whether the slot accepts files: partial uploads of a closed slot are irrelevant */
export function useSlotFiles(
  { form, files, uploads: begun }: Pick<DraftHandle, 'form' | 'files' | 'uploads'>,
  name: string,
  mayAdd: boolean,
) {
  const change = useDraftChange(form)
  const slot = slotOf(form, name)
  const kept = files.filter((file) => file.slot === name)
  const rules = slotRules(slot, kept.length)

  const upload = useCallback(
    async (file: File, controls: UploadControls) => {
      const added = await whileUploading(form, () => sendFile(form, name, file, controls))
      const isOther = (one: { id: string; slot: string }) => one.id !== added.id && (slot.maximum > 1 || one.slot !== name)
      change((before) => ({
        files: [...before.files.filter(isOther), added],
        uploads: before.uploads.filter((one) => isOther(one) && !isSame(one, file)),
      }))
    },
    [change, form, name, slot],
  )
  const uploads = useFileUploads({ rules, upload, reasonOf: refusalText })
  const { files: listed, remove: forget } = uploads

  useEffect(() => {
    // An uploaded file is shown in its stored form.
    for (const file of listed) if (file.state === 'done') forget(file)
  })

  async function remove({ id }: FormFile): Promise<void> {
    try {
      await removeFile(form, id)
      change((before) => ({ ...before, files: before.files.filter((one) => one.id !== id) }))
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  async function cancel({ id }: UnfinishedUpload): Promise<void> {
    try {
      const { cancelUpload } = await import('../../api/uploads.ts')
      await cancelUpload(id)
      change((before) => ({ ...before, uploads: before.uploads.filter((one) => one.id !== id) }))
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  return {
    ...uploads,
    /** Partial uploads of an earlier visit: those in progress are among the files. */
    unfinished: begun.filter((one) => mayAdd && one.slot === name && !listed.some(({ file }) => isSame(one, file))),
    cancel,
    rules,
    kept,
    isFull: slot.maximum > 1 && rules.filesMax === 0,
    isSending: listed.some(({ state }) => state === 'sending'),
    removeKept: remove,
  }
}

function useDraftChange(form: DraftHandle['form']) {
  const cache = useQueryClient()
  return useCallback(
    (next: (draft: Draft) => Pick<Draft, 'files' | 'uploads'>) => {
      cache.setQueryData<Draft>(draftQuery(form).queryKey, (draft) => draft && { ...draft, ...next(draft) })
      void cache.invalidateQueries({ queryKey: statusQuery.queryKey })
    },
    [cache, form],
  )
}

/** Two different files of one slot with the same size are not expected. */
const isSame = ({ bytes }: UnfinishedUpload, { size }: File): boolean => bytes === size
