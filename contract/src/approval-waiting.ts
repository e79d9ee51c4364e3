/** Answer with status 202 of a call with `approval: 'four-eyes'` while a second officer has to agree: nothing was executed yet. */
import * as z from 'zod'

export const ApprovalWaiting = z.object({
  approvalRequestId: z.uuid(),
  state: z.literal('proposed'),
  expiresAt: z.iso.datetime(),
})
export type ApprovalWaiting = z.output<typeof ApprovalWaiting>
