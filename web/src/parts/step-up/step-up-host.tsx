/** Host of the step-up dialog in the frame; its code is loaded with the first call that needs approval. */
import { useSyncExternalStore } from 'react'
import { currentApproval, onApprovalChange } from '../../api/step-up.ts'
import { loadPhrases } from '../../i18n/index.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const StepUpDialog = lazyComponent(
  async () => {
    const [{ StepUpDialog }] = await Promise.all([import('./step-up-dialog.tsx'), loadPhrases(['factor'])])
    return StepUpDialog
  },
  { dialog: { close: ({ approval }) => approval.cancel() } },
)

export function StepUpHost() {
  const approval = useSyncExternalStore(onApprovalChange, currentApproval)
  if (!approval) return null
  return <StepUpDialog key={approval.asked.id} approval={approval} />
}
