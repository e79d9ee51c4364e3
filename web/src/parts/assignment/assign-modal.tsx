/** 'Asignar caso': choice of an officer, with the present load of each. */
import { Button, NativeSelect, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Assignee } from '@tunjo/contract/compliance-review'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { assign, workloadQuery } from '../../api/assignment.ts'
import { errorText } from '../../api/error-text.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Modal } from '../../ui/modal.tsx'
import { ModalActions } from '../../ui/modal-actions.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { toast } from '../../ui/toast.ts'
import { FormFailure } from '../form-failure.tsx'

interface AssignModalProps {
  userId: string
  assignee: Assignee | null
  onClose: () => void
}

export function AssignModal(props: AssignModalProps) {
  const { t } = useTranslation('people')
  return (
    <Modal opened onClose={props.onClose} title={t('assignment.title')} size="sm">
      <AssignForm {...props} />
    </Modal>
  )
}

function AssignForm({ userId, assignee, onClose }: AssignModalProps) {
  const { t } = useTranslation('people')
  const load = useQuery(workloadQuery)
  const [opened] = useState(assignee?.officerId ?? null)
  const [chosen, setChosen] = useState(opened ?? '')
  const assigning = useMutation({
    mutationFn: (from: string | null) => assign({ userId, from, officerId: chosen === '' ? null : chosen }),
    onSuccess() {
      toast.success(t(chosen === '' ? 'assignment.released' : 'assignment.assigned'))
      onClose()
    },
  })
  // The server compares with the assignee at the opening of the dialog; after a refusal, which names the assignee, with the one shown now.
  const from = assigning.isError ? (assignee?.officerId ?? null) : opened
  if (load.isError && !load.data) return <ErrorState message={errorText(load.error)} onRetry={() => void load.refetch()} />
  if (!load.data) return <RowsSkeleton rows={2} />
  const officers = load.data.officers.filter(({ officerId }) => officerId !== userId)
  const nameOf = ({ officer, isMine }: (typeof officers)[number]) => (isMine ? t('assignment.me', { officer }) : officer)
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!assigning.isPending) assigning.mutate(from)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <NativeSelect
          label={t('assignment.to')}
          description={t('assignment.toHint')}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[
            { value: '', label: t('assignment.unassigned') },
            ...officers.map((officer) => ({
              value: officer.officerId,
              label: t('assignment.option', { officer: nameOf(officer), count: officer.open }),
            })),
          ]}
          data-autofocus
        />
        <FormFailure failure={assigning.error} />
        <ModalActions>
          <Button variant="default" onClick={onClose} disabled={assigning.isPending}>
            {t('assignment.cancel')}
          </Button>
          <Button type="submit" loading={assigning.isPending} disabled={chosen === (from ?? '')}>
            {t('assignment.assign')}
          </Button>
        </ModalActions>
      </Stack>
    </form>
  )
}
