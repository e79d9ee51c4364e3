/** What a press does with a piece of work; null: nothing is offered. */
import type { WorkItem } from '@tunjo/contract/work-queues'

export function changeOf(
  { queue, assignee, proposed }: Pick<WorkItem, 'queue' | 'assignee' | 'proposed'>,
  isLead: boolean,
): 'take' | 'release' | null {
  // Requests about data are taken on their own page, with what the law asks of whoever has them.
  if (queue === 'data_requests') return null
  if (assignee) return assignee.isMine || isLead ? 'release' : null
  return proposed === 'mine' ? null : 'take'
}
