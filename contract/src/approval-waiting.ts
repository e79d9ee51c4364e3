/** What a call with `approval: 'four-eyes'` answers with 202 while a second officer has to agree: nothing is done yet. */
import * as z from 'zod'

export const ApprovalWaiting = z.object({
  approvalRequestId: z.uuid(),
  state: z.literal('proposed'),
  expiresAt: z.iso.datetime(),
})
export type ApprovalWaiting = z.output<typeof ApprovalWaiting>
