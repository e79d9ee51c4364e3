/** 'Guardar vista': saves the current filters with a name. */
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { saveView } from '../../api/saved-views.ts'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.ts'
import type { SavedViewsOfTable } from './use-saved-views.ts'
import { ViewForm, type ViewWords } from './view-form.tsx'

export function SaveViewModal({ views, onClose }: { views: SavedViewsOfTable; onClose: () => void }) {
  const { t } = useTranslation('saved-views')
  const { list, content, hasSearch, named } = views
  const saving = useMutation({
    mutationFn: (words: ViewWords) => saveView({ ...words, list, content }),
    onSuccess({ id }) {
      toast.success(t('saved'))
      named(id)
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('save')} size="sm" canClose={!saving.isPending}>
      <ViewForm
        initial={{ name: '', isShared: false, isDefault: false }}
        note={hasSearch ? t('withoutSearch') : t('filtersOnly')}
        isBusy={saving.isPending}
        failure={saving.error}
        onSubmit={saving.mutate}
        onCancel={onClose}
      />
    </Modal>
  )
}
