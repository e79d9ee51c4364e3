/** Uploads of a drop zone, each independent: a failed one is retried alone, a removed one is aborted. */
import { useEffect, useReducer, useRef } from 'react'
import { checkFile, type FileRules } from './file-check.ts'
import { fileListReducer, type ListedFile, NO_FILES, type SendingPhase } from './file-list.ts'

export interface UploadControls {
  /** @param percent whole percentage sent */
  onProgress: (percent: number) => void
  onPhase: (phase: SendingPhase) => void
  signal: AbortSignal
}

export interface FileUploadOptions {
  rules: FileRules
  upload: (file: File, controls: UploadControls) => Promise<unknown>
  /** Reason of a refusal, where the server gives one. */
  reasonOf: (error: unknown) => string | null
  /** Called for an uploaded file removed from the list: delete it where it is stored. */
  onRemoved?: (file: File) => void
}

export function useFileUploads({ rules, upload, reasonOf, onRemoved }: FileUploadOptions) {
  const [state, dispatch] = useReducer(fileListReducer, NO_FILES)
  // An entry stays after its file is sent: an effect of an older list would otherwise send it a second time.
  const started = useRef(new Map<string, AbortController>())

  useEffect(() => {
    const controllers = started.current
    for (const { id, file, state: at } of state.files) if (at === 'sending' && !controllers.has(id)) void send(id, file)

    async function send(id: string, file: File): Promise<void> {
      const controller = new AbortController()
      controllers.set(id, controller)
      try {
        await upload(file, {
          signal: controller.signal,
          onProgress: (percent) => dispatch({ type: 'progress', id, percent }),
          onPhase: (phase) => dispatch({ type: 'phase', id, phase }),
        })
        dispatch({ type: 'done', id })
      } catch (error) {
        dispatch({ type: 'failed', id, reason: reasonOf(error) })
      }
    }
  }, [state.files, upload, reasonOf])

  function retry({ id }: ListedFile): void {
    started.current.delete(id)
    dispatch({ type: 'retry', id })
  }

  function remove({ id, file, state: was }: ListedFile): void {
    started.current.get(id)?.abort()
    dispatch({ type: 'remove', id })
    if (was === 'done') onRemoved?.(file)
  }

  async function add(files: readonly File[]): Promise<void> {
    const checked = files.map(async (file) => ({ id: crypto.randomUUID(), file, problem: await checkFile(file, rules) }))
    dispatch({ type: 'add', rules, files: await Promise.all(checked) })
  }

  return {
    ...state,
    add,
    retry,
    remove,
  }
}
