/** The files of one slot: those the server has, and those on their way, each sent by itself. */
import { useQueryClient } from '@tanstack/react-query'
import type { Draft, FormFile } from '@tunjo/contract/kyc'
import { useCallback, useEffect } from 'react'
import { errorText } from '../../api/error-text.ts'
import { addFile, draftQuery, removeFile, statusQuery, type UploadControls } from '../../api/kyc.ts'
import { useFileUploads } from '../../ui/file-drop/use-file-uploads.ts'
import { toast } from '../../ui/toast.ts'
import { slotOf, slotRules } from './slot-rules.ts'
import { whileUploading } from './uploads-under-way.ts'
import type { DraftHandle } from './use-draft.ts'

export function useSlotFiles({ form, files }: Pick<DraftHandle, 'form' | 'files'>, name: string) {
  const cache = useQueryClient()
  const slot = slotOf(form, name)
  const kept = files.filter((file) => file.slot === name)
  const rules = slotRules(slot, kept.length)

  const change = useCallback(
    (next: (files: readonly FormFile[]) => FormFile[]) => {
      cache.setQueryData<Draft>(draftQuery(form).queryKey, (draft) => draft && { ...draft, files: next(draft.files) })
      void cache.invalidateQueries({ queryKey: statusQuery.queryKey })
    },
    [cache, form],
  )
  const upload = useCallback(
    async (file: File, controls: UploadControls) => {
      const added = await whileUploading(form, () => addFile(form, name, file, controls))
      change((before) => [...before.filter((one) => slot.maximum > 1 || one.slot !== name), added])
    },
    [change, form, name, slot],
  )
  const uploads = useFileUploads({ rules, upload })
  const { files: listed, remove: forget } = uploads

  useEffect(() => {
    // What arrived is shown as the server keeps it.
    for (const file of listed) if (file.state === 'done') forget(file)
  })

  async function remove({ id }: FormFile): Promise<void> {
    try {
      await removeFile(form, id)
      change((before) => before.filter((one) => one.id !== id))
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  return {
    ...uploads,
    rules,
    kept,
    isFull: slot.maximum > 1 && rules.filesMax === 0,
    isSending: listed.some(({ state }) => state === 'sending'),
    removeKept: remove,
  }
}
