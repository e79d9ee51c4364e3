/** Pictures of a review: each image, and each page of a document. */
import { useQueries } from '@tanstack/react-query'
import type { ReviewedItem } from '@tunjo/contract/compliance-review'
import { fileQuery } from '../../../../../api/compliance.ts'
import { queries } from '../../../../../api/query-client.ts'
import { downloadFile } from './download.ts'
import { type DrawnPages, drawPages } from './draw-pages.ts'

export interface Picture {
  readonly key: string
  /** Null: no file was submitted, so there is no decision. */
  readonly itemId: string | null
  /** Its name (`review:slots`). */
  readonly slot: string
  /** One-based among the files of its slot; null for a single file. */
  readonly file: number | null
  /** One-based; null for an image, and for a document that is not rendered. */
  readonly page: number | null
  readonly content: Blob | null
  readonly state: 'loading' | 'ready' | 'failed'
  readonly isCut: boolean
  readonly warnings: readonly Warning[]
  readonly retry: () => void
  readonly download: () => Promise<void>
}
type Warning = NonNullable<ReviewedItem['quality']>['warnings'][number]

export function usePictures(userId: string, items: readonly ReviewedItem[]): readonly Picture[] {
  const files = items.filter(({ kind }) => kind !== 'fields')
  const drawn = useQueries({ queries: files.map((item) => drawnQuery(userId, item)) })
  return files.flatMap((item, index): Picture[] => {
    const answer = drawn[index]
    const retry = () => void answer?.refetch()
    const { id: itemId, slot } = item
    const ofSlot = files.filter((other) => other.slot === slot)
    const file = ofSlot.length > 1 ? ofSlot.indexOf(item) + 1 : null
    const common = { itemId, slot, file, warnings: item.quality?.warnings ?? [], retry, download: () => downloadFile(userId, item) }
    const none = { ...common, key: itemId, page: null, content: null, isCut: false }
    if (!answer?.data) return [{ ...none, state: answer?.isError ? 'failed' : 'loading' }]
    const { pages, isCut } = answer.data
    return pages.map((content, at) => ({
      ...common,
      key: `${itemId} ${at}`,
      page: item.kind === 'pdf' ? at + 1 : null,
      content,
      state: 'ready',
      isCut: isCut && at === pages.length - 1,
    }))
  })
}

const drawnQuery = (userId: string, item: ReviewedItem) => ({
  queryKey: [...fileQuery(userId, item.id).queryKey, 'drawn'],
  async queryFn(): Promise<DrawnPages> {
    const file = await queries.fetchQuery(fileQuery(userId, item.id))
    return item.kind === 'pdf' ? drawPages(file) : { pages: [file], isCut: false }
  },
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  retry: 1,
})
