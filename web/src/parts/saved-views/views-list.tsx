/** Own views, then those that others share with the team. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { SavedView } from '@tunjo/contract/saved-views'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { setDefaultView } from '../../api/saved-views.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './saved-views.module.css'

interface ViewsListProps {
  views: readonly SavedView[]
  activeId: string | undefined
  onChoose: (view: SavedView) => void
  onEdit: (view: SavedView) => void
  onDelete: (view: SavedView) => void
}

export function ViewsList({ views, ...actions }: ViewsListProps) {
  const { t } = useTranslation('saved-views')
  return (
    <>
      <Group label={t('mine')} views={views.filter(({ isMine }) => isMine)} {...actions} />
      <Group label={t('team')} views={views.filter(({ isMine }) => !isMine)} {...actions} />
    </>
  )
}

function Group({ label, views, activeId, ...actions }: ViewsListProps & { label: string }) {
  const headingId = useId()
  if (views.length === 0) return null
  return (
    <section aria-labelledby={headingId} className={classes.group}>
      <h3 id={headingId}>{label}</h3>
      <ul>
        {views.map((view) => (
          <li key={view.id} className={classes.view}>
            <ViewRow view={view} isActive={view.id === activeId} {...actions} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type RowProps = { view: SavedView; isActive: boolean } & Pick<ViewsListProps, 'onChoose' | 'onEdit' | 'onDelete'>

function ViewRow({ view, isActive, onChoose, onEdit, onDelete }: RowProps) {
  const { t } = useTranslation('saved-views')
  const { name } = view
  return (
    <>
      <div className={classes.name}>
        <Button size="compact-sm" variant="subtle" aria-current={isActive || undefined} onClick={() => onChoose(view)}>
          {name}
        </Button>
        <Marks view={view} isActive={isActive} />
      </div>
      <div className={classes.actions}>
        <DefaultButton view={view} />
        {view.isMine && (
          <>
            <Button size="compact-sm" variant="default" aria-label={t('editOf', { name })} onClick={() => onEdit(view)}>
              {t('edit')}
            </Button>
            <Button size="compact-sm" variant="default" aria-label={t('deleteOf', { name })} onClick={() => onDelete(view)}>
              {t('delete')}
            </Button>
          </>
        )}
      </div>
    </>
  )
}

function Marks({ view: { isMine, isShared, isDefault, isOutdated, owner }, isActive }: Pick<RowProps, 'view' | 'isActive'>) {
  const { t } = useTranslation('saved-views')
  return (
    <>
      {isActive && <StatusBadge kind="done">{t('isActive')}</StatusBadge>}
      {isDefault && <StatusBadge kind="neutral">{t('isDefault')}</StatusBadge>}
      {isMine && isShared && <StatusBadge kind="neutral">{t('isShared')}</StatusBadge>}
      {isOutdated && <StatusBadge kind="waiting">{t('isOutdated')}</StatusBadge>}
      {!isMine && <span className={classes.owner}>{owner}</span>}
    </>
  )
}

function DefaultButton({ view: { id, list, name, isDefault } }: Pick<RowProps, 'view'>) {
  const { t } = useTranslation('saved-views')
  const setting = useMutation({
    mutationFn: () => setDefaultView(list, isDefault ? null : id),
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t(isDefault ? 'notFirstOf' : 'firstOf', { name })}
      onClick={() => setting.mutate()}
      loading={setting.isPending}
    >
      {t(isDefault ? 'notFirst' : 'first')}
    </Button>
  )
}
