/** Messages of a conversation for one reader, with older pages on request. */
import { Button } from '@mantine/core'
import type { Topic } from '@tunjo/contract/conversations'
import { useTranslation } from 'react-i18next'
import { Entries, type ShownEntry } from './entries.tsx'

interface Page {
  readonly entries: readonly ShownEntry[]
}
/** The newest page first; in each the oldest entry first. */
interface Thread {
  readonly data?: { readonly pages: readonly Page[] } | undefined
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): unknown
  refetch(): Promise<{ readonly data?: { readonly pages: readonly Page[] } | undefined }>
}
interface HistoryProps {
  thread: Thread
  topic: Topic
  reader: 'customer' | 'officer'
}

export function History({ thread, topic, reader }: HistoryProps) {
  const { t } = useTranslation('conversations')
  // Signed addresses of files expire after a minute.
  const freshUrl = async (fileId: string) => urlOf((await thread.refetch()).data?.pages ?? [], fileId)
  return (
    <>
      {thread.hasNextPage && (
        <Button variant="default" size="sm" mb="md" loading={thread.isFetchingNextPage} onClick={() => void thread.fetchNextPage()}>
          {t('older')}
        </Button>
      )}
      <Entries
        topic={topic}
        entries={(thread.data?.pages ?? []).toReversed().flatMap(({ entries }) => entries)}
        reader={reader}
        freshUrl={freshUrl}
      />
    </>
  )
}

const urlOf = (pages: readonly Page[], fileId: string): string | null =>
  pages
    .flatMap(({ entries }) => entries)
    .flatMap(({ files }) => files)
    .find((file) => file.id === fileId)?.fileUrl ?? null
