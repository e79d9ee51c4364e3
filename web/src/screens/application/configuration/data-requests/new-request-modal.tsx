/** Form for a personal data request: kind, text, and the legal term for the answer. */
import { Alert, Button, NativeSelect, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { DATA_REQUEST_KINDS, type DataRequestKind, TERMS } from '@tunjo/contract/data-requests'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileDataRequest } from '../../../../api/data-requests.ts'
import { keyOf } from '../../../../parts/choose-files.tsx'
import { RequestForm, type WrittenRequest } from '../../../../parts/data-requests/request-form.tsx'
import { useTermText } from '../../../../parts/data-requests/term.tsx'
import { useRequestIds } from '../../../../parts/request-ids.ts'
import { Modal } from '../../../../ui/modal.tsx'

export function NewRequestModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('data-requests')
  const termText = useTermText('person')
  const [kind, setKind] = useState<DataRequestKind>('query')
  const ids = useRequestIds()
  const filing = useMutation({
    mutationFn: ({ text, files }: WrittenRequest) =>
      fileDataRequest({ requestId: ids.of(JSON.stringify([kind, text, files.map(keyOf)])), kind, text, files }),
  })
  const { data: filed } = filing
  return (
    <Modal opened onClose={onClose} title={t('new')}>
      {filed ? (
        <Stack>
          <Alert color="forest" role="status" title={t('filed.title', { number: filed.number })}>
            {termText(filed)} {t('filed.text')}
          </Alert>
          <div>
            <Button onClick={onClose}>{t('filed.done')}</Button>
          </div>
        </Stack>
      ) : (
        <RequestForm
          label={t('what')}
          hint={t(`hints.${kind}`)}
          action={t('send')}
          isBusy={filing.isPending}
          failure={filing.error}
          onSend={(written) => filing.mutate(written)}
          onCancel={onClose}
        >
          <NativeSelect
            label={t('kind')}
            description={t('days', { count: TERMS[kind].days, extension: TERMS[kind].extension })}
            value={kind}
            onChange={({ currentTarget }) => setKind(DATA_REQUEST_KINDS.find((one) => one === currentTarget.value) ?? 'query')}
            data={DATA_REQUEST_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          />
        </RequestForm>
      )}
    </Modal>
  )
}
