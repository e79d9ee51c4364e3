/** Saved views of a list: choose one, and change or delete one's own. */
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { SavedView } from '@tunjo/contract/saved-views'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { changeView, deleteView, setDefaultView } from '../../api/saved-views.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Modal } from '../../ui/modal.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { toast } from '../../ui/toast.ts'
import { useFocusOnMount } from '../../ui/use-focus-on-mount.ts'
import { DeleteView } from './delete-view.tsx'
import type { SavedViewsOfTable } from './use-saved-views.ts'
import { ViewForm, type ViewWords } from './view-form.tsx'
import { ViewsList } from './views-list.tsx'

type Step = { of: 'edit' | 'delete'; view: SavedView } | null

export function ViewsModal({ views, onClose }: { views: SavedViewsOfTable; onClose: () => void }) {
  const { t } = useTranslation('saved-views')
  const [step, setStep] = useState<Step>(null)
  const title = step ? t(step.of === 'edit' ? 'editTitle' : 'deleteTitle', { name: step.view.name }) : t('title')
  const back = () => setStep(null)
  return (
    <Modal opened onClose={onClose} title={title}>
      {step === null && <Choice views={views} onClose={onClose} onStep={setStep} />}
      {step?.of === 'edit' && <EditView view={step.view} onDone={back} />}
      {step?.of === 'delete' && <Deletion view={step.view} views={views} onDone={back} />}
    </Modal>
  )
}

interface ChoiceProps {
  views: SavedViewsOfTable
  onClose: () => void
  onStep: (step: Step) => void
}
function Choice({ views: { answer, active, show }, onClose, onStep }: ChoiceProps) {
  const { t } = useTranslation('saved-views')
  const list = useFocusOnMount<HTMLDivElement>()
  if (answer.data === undefined)
    return answer.isError ? (
      <ErrorState message={errorText(answer.error)} onRetry={() => void answer.refetch()} />
    ) : (
      <RowsSkeleton rows={3} />
    )
  if (answer.data.length === 0) return <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
  return (
    <div ref={list} tabIndex={-1}>
      {answer.isError && <Text role="alert">{errorText(answer.error)}</Text>}
      <ViewsList
        views={answer.data}
        activeId={active?.id}
        onChoose={(view) => {
          show(view)
          onClose()
        }}
        onEdit={(view) => onStep({ of: 'edit', view })}
        onDelete={(view) => onStep({ of: 'delete', view })}
      />
    </div>
  )
}

function EditView({ view, onDone }: { view: SavedView; onDone: () => void }) {
  const { t } = useTranslation('saved-views')
  const { id, list, isDefault } = view
  const changing = useMutation({
    async mutationFn({ name, isShared, isDefault: opensFirst }: ViewWords) {
      await changeView(id, { name, isShared })
      if (opensFirst !== isDefault) await setDefaultView(list, opensFirst ? id : null)
    },
    onSuccess() {
      toast.success(t('changesSaved'))
      onDone()
    },
  })
  return <ViewForm initial={view} isBusy={changing.isPending} failure={changing.error} onSubmit={changing.mutate} onCancel={onDone} />
}

function Deletion({ view, views: { active, leave }, onDone }: { view: SavedView; views: SavedViewsOfTable; onDone: () => void }) {
  const { t } = useTranslation('saved-views')
  const deleting = useMutation({
    mutationFn: () => deleteView(view.id),
    onSuccess() {
      toast.success(t('deleted'))
      if (active?.id === view.id) leave()
      onDone()
    },
  })
  return (
    <DeleteView view={view} isBusy={deleting.isPending} failure={deleting.error} onDelete={() => deleting.mutate()} onCancel={onDone} />
  )
}
