/** Start of the period that the list covers, in words. Pure. */
import type { PersonNews } from '@tunjo/contract/person-news'
import { formatDate } from '../../../../../ui/date-time.tsx'

type Since =
  | { readonly key: 'never'; readonly values: Record<never, string> }
  | { readonly key: 'verified' | 'reviewedBy'; readonly values: { readonly at: string } }
  | { readonly key: 'reviewed'; readonly values: { readonly at: string; readonly officer: string } }

export function sinceWords(review: PersonNews['review']): Since {
  if (!review) return { key: 'never', values: {} }
  const at = formatDate(new Date(review.at))
  if (review.why === 'verified') return { key: 'verified', values: { at } }
  return review.officer === null ? { key: 'reviewedBy', values: { at } } : { key: 'reviewed', values: { at, officer: review.officer } }
}

interface Reader {
  readonly id: string
  readonly permissions: readonly string[]
}
/** An officer cannot decide about themselves. */
export const mayReview = (reader: Reader | null | undefined, userId: string, { isOpen }: Pick<PersonNews, 'isOpen'>): boolean =>
  isOpen && reader?.permissions.includes('alerts.manage') === true && reader.id !== userId
