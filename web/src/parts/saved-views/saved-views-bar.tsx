/** Current saved view of a list, whether it was changed, and the actions to save and choose one. */
import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ViewList } from '@tunjo/contract/saved-views'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { changeView } from '../../api/saved-views.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './saved-views.module.css'
import { type SavedViewsOfTable, useSavedViews, type ViewedTable } from './use-saved-views.ts'

interface DialogProps {
  views: SavedViewsOfTable
  onClose: () => void
}
const dialog = { close: ({ onClose }: DialogProps) => onClose() }
const ViewsModal = lazyComponent(async () => (await import('./views-modal.tsx')).ViewsModal, { dialog })
const SaveViewModal = lazyComponent(async () => (await import('./save-view-modal.tsx')).SaveViewModal, { dialog })

export function SavedViewsBar({ list, ...table }: { list: ViewList } & ViewedTable) {
  const views = useSavedViews(list, table)
  const { t } = useTranslation('saved-views')
  const [dialogOpen, setDialog] = useState<'choose' | 'save' | null>(null)
  const close = () => setDialog(null)
  const { active, content, isChanged, leave, show } = views
  const hasContent = Object.keys(content.filters).length > 0
  return (
    <section className={classes.bar} aria-label={t('title')}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconBookmark size={16} aria-hidden />}
        onClick={() => setDialog('choose')}
        className={classes.chosen}
      >
        {active ? t('active', { name: active.name }) : t('title')}
      </Button>
      {active && isChanged && <StatusBadge kind="waiting">{t('changed')}</StatusBadge>}
      {active && isChanged && active.isMine && <SaveChanges views={views} />}
      {hasContent && (!active || isChanged) && (
        <Button size="xs" variant="default" onClick={() => setDialog('save')}>
          {t(active ? 'saveAsNew' : 'save')}
        </Button>
      )}
      {active && isChanged && (
        <Button size="xs" variant="subtle" onClick={() => show(active)}>
          {t('undo')}
        </Button>
      )}
      {active && !isChanged && (
        <Button size="xs" variant="subtle" onClick={leave}>
          {t('leave')}
        </Button>
      )}
      {dialogOpen === 'choose' && <ViewsModal views={views} onClose={close} />}
      {dialogOpen === 'save' && <SaveViewModal views={views} onClose={close} />}
    </section>
  )
}

function SaveChanges({ views: { active, content } }: Pick<DialogProps, 'views'>) {
  const { t } = useTranslation('saved-views')
  const saving = useMutation({
    mutationFn: (id: string) => changeView(id, { content }),
    onError: (error) => toast.error(errorText(error)),
    onSuccess: () => toast.success(t('changesSaved')),
  })
  return (
    active && (
      <Button size="xs" onClick={() => saving.mutate(active.id)} loading={saving.isPending}>
        {t('saveChanges')}
      </Button>
    )
  )
}
