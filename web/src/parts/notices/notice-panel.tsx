/** Notice list under the bell; on a phone it fills the page below the header. */
import { Button, CloseButton } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { noticesQuery, readNoticesNow } from '../../api/notices.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { NoticeList } from './notice-list.tsx'
import classes from './notice-panel.module.css'
import { NoticesSkeleton } from './notices-skeleton.tsx'

interface NoticePanelProps {
  /** Called by its button or the keyboard: the bell regains the focus. */
  onClose: () => void
  /** Called on navigation to another page. */
  onLeave: () => void
}

export default function NoticePanel({ onClose, onLeave }: NoticePanelProps) {
  const { t } = useTranslation('notices')
  const headingId = useId()
  const panel = useRef<HTMLElement>(null)
  const list = useInfiniteQuery(noticesQuery())
  const cache = useQueryClient()
  const reading = useMutation({
    mutationFn: readNoticesNow,
    onSettled: () => cache.invalidateQueries({ queryKey: ['notices'] }),
  })
  useEffect(() => panel.current?.focus(), [])

  const unread = list.data?.pages[0]?.unread ?? 0
  return (
    <section ref={panel} role="dialog" aria-labelledby={headingId} tabIndex={-1} className={classes.panel}>
      <div className={classes.head}>
        <h2 id={headingId} className={classes.heading}>
          {t('title')}
        </h2>
        {unread > 0 && (
          <Button variant="subtle" size="compact-sm" loading={reading.isPending} onClick={() => reading.mutate(undefined)}>
            {t('readAll')}
          </Button>
        )}
        <CloseButton aria-label={t('close')} onClick={onClose} />
      </div>
      <div className={classes.body}>
        {list.isPending && <NoticesSkeleton />}
        {list.isError && !list.data && <ErrorState message={errorText(list.error)} onRetry={() => void list.refetch()} />}
        {list.data && (
          <NoticeList
            pages={list.data.pages}
            readAtMs={list.dataUpdatedAt}
            onOpen={(id, leaves) => {
              reading.mutate([id])
              if (leaves) onLeave()
            }}
          />
        )}
        {list.hasNextPage && (
          <div className={classes.more}>
            <Button variant="default" size="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t('more')}
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}
