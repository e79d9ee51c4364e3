/** One personal data request of the person with its texts; missing information is added here. */
import { Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { completeDataRequest, dataRequestQuery } from '../../../../api/data-requests.ts'
import { errorText } from '../../../../api/error-text.ts'
import classes from '../../../../parts/data-requests/data-requests.module.css'
import { RequestEntries, urlIn } from '../../../../parts/data-requests/entries.tsx'
import { RequestForm, type WrittenRequest } from '../../../../parts/data-requests/request-form.tsx'
import { RequestState, useTermText } from '../../../../parts/data-requests/term.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { toast } from '../../../../ui/toast.ts'

export function RequestModal({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('data-requests')
  const termText = useTermText('person')
  const request = useQuery(dataRequestQuery(id))
  const completing = useMutation({
    mutationFn: (written: WrittenRequest) => completeDataRequest(id, written),
    onSuccess: () => toast.success(t('completed')),
  })
  const { data } = request
  return (
    <Modal opened onClose={onClose} title={data ? t('rowTitle', { kind: t(`kinds.${data.kind}`), number: data.number }) : t('title')}>
      {request.isPending && <RowsSkeleton rows={3} />}
      {request.isLoadingError && <ErrorState message={errorText(request.error)} onRetry={() => void request.refetch()} />}
      {data && (
        <Stack>
          <div>
            <p className={classes.head}>
              <RequestState request={data} />
            </p>
            <p className={classes.quiet}>{termText(data)}</p>
          </div>
          <RequestEntries
            entries={data.entries}
            reader="customer"
            freshUrl={async (fileId) => urlIn((await request.refetch()).data?.entries, fileId)}
          />
          {data.state === 'incomplete' && (
            <RequestForm
              label={t('completeLabel')}
              action={t('complete')}
              isBusy={completing.isPending}
              failure={completing.error}
              onSend={(written) => completing.mutate(written)}
              onCancel={onClose}
            />
          )}
        </Stack>
      )}
    </Modal>
  )
}
