/** The place of the approval dialog in the frame; its code is fetched with the first call that has to be approved. */
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentApproval, onApprovalChange } from '../../api/step-up.ts'
import { loadPhrases } from '../../i18n/index.ts'

const StepUpDialog = lazy(async () => {
  const [{ StepUpDialog }] = await Promise.all([import('./step-up-dialog.tsx'), loadPhrases(['factor'])])
  return { default: StepUpDialog }
})

export function StepUpHost() {
  const approval = useSyncExternalStore(onApprovalChange, currentApproval)
  if (!approval) return null
  return (
    <Suspense>
      <StepUpDialog key={approval.asked.id} approval={approval} />
    </Suspense>
  )
}
