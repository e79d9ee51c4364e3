/** Download of the case file as one signed ZIP: reason, step-up authentication, and progress. Closing the dialog cancels it. */
import { Alert, Button, Progress, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportCase } from '../../../../../api/case-archive.ts'
import { ReasonForm } from '../../../../../parts/reason-form.tsx'
import { Modal } from '../../../../../ui/modal.tsx'
import { saveFile } from '../../../../../ui/server-table/save-file.ts'
import { toast } from '../../../../../ui/toast.ts'

interface ArchiveModalProps {
  userId: string
  onClose: () => void
}

export function ArchiveModal({ userId, onClose }: ArchiveModalProps) {
  const { t } = useTranslation('case-notes')
  return (
    <Modal opened onClose={onClose} title={t('archive.title')}>
      <Exporting userId={userId} onClose={onClose} />
    </Modal>
  )
}

function Exporting({ userId, onClose }: ArchiveModalProps) {
  const { t } = useTranslation('case-notes')
  const [percent, setPercent] = useState(0)
  const ending = useRef<AbortController>(null)
  const exporting = useMutation({
    mutationFn: (reason: string) => {
      setPercent(0)
      ending.current = new AbortController()
      return exportCase({ userId, reason }, { onProgress: setPercent, signal: ending.current.signal })
    },
    onSuccess: ({ content, name }) => {
      saveFile(content, name)
      toast.success(t('archive.done'))
      onClose()
    },
  })
  useEffect(() => () => ending.current?.abort(), [])
  return (
    <Stack>
      <Text>{t('archive.text')}</Text>
      <Alert color="amber" role="note">
        {t('archive.care')}
      </Alert>
      {exporting.isPending && (
        <div>
          <Progress value={percent} size="md" aria-label={t('archive.progress')} />
          <Text size="sm" mt={6} role="status">
            {t(percent === 0 ? 'archive.preparing' : 'archive.progress')}
          </Text>
        </div>
      )}
      <ReasonForm<'export'>
        label={t('archive.reason')}
        isBusy={exporting.isPending}
        failure={exporting.error}
        onAct={(_act, reason) => exporting.mutate(reason)}
      >
        {(act) => (
          <>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button loading={exporting.isPending} onClick={() => act('export')}>
              {t('archive.download')}
            </Button>
          </>
        )}
      </ReasonForm>
    </Stack>
  )
}
