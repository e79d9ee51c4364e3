/** Submit a form once, and show the result. The form decides where `dialogs` is rendered. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { SentModal } from './sent-modal.tsx'
import { SubmitFailure } from './submit-failure.tsx'
import type { DraftHandle } from './use-draft.ts'

/** @param send every call of the submission; it rejects with the first refusal */
export function useSubmission(draft: Pick<DraftHandle, 'flush'>, send: () => Promise<unknown>) {
  const cache = useQueryClient()
  const [isSent, setSent] = useState(false)
  const sending = useMutation({
    mutationFn: async () => {
      // A draft saved after the first call would undo what that call has checked.
      await draft.flush()
      await send()
    },
    onSuccess: () => setSent(true),
    // Runs after a failure too: the server may have accepted a call whose answer was lost.
    onSettled: () => cache.invalidateQueries({ queryKey: ['kyc'] }),
  })

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (!sending.isPending) sending.mutate()
  }

  const dialogs = (
    <>
      <SubmitFailure error={sending.error} onClose={sending.reset} />
      <SentModal opened={isSent} onClose={() => setSent(false)} />
    </>
  )
  return { onSubmit, isSending: sending.isPending, dialogs }
}
