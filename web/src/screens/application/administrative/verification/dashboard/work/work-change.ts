/** Effect of the button on a work item; null: no button. */
import type { WorkItem } from '@tunjo/contract/work-queues'

export function changeOf(
  { queue, assignee, proposed }: Pick<WorkItem, 'queue' | 'assignee' | 'proposed'>,
  isLead: boolean,
): 'take' | 'release' | null {
  // Data requests are taken on their own page, which shows the legal duties of the assignee.
  if (queue === 'data_requests') return null
  if (assignee) return assignee.isMine || isLead ? 'release' : null
  return proposed === 'mine' ? null : 'take'
}
