/** Issue a person's yearly certificate on their request, with year and reason; it is the document that they can download. */
import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { personCertificate } from '../../../../../api/certificates.ts'
import { ReasonForm } from '../../../../../parts/reason-form.tsx'
import { Modal } from '../../../../../ui/modal.tsx'
import { saveFile } from '../../../../../ui/server-table/save-file.ts'
import { toast } from '../../../../../ui/toast.ts'

interface CertificateModalProps {
  userId: string
  onClose: () => void
}

const YEARS_OFFERED = 6

export function CertificateModal({ userId, onClose }: CertificateModalProps) {
  const { t } = useTranslation('case-notes')
  const thisYear = Number(bogotaDay(new Date()).slice(0, 4))
  const [year, setYear] = useState(String(thisYear))
  const giving = useMutation({
    mutationFn: (reason: string) => personCertificate({ userId, year, reason }),
    onSuccess: (file) => {
      saveFile(file, `tunjo-certificado-${year}.pdf`)
      toast.success(t('certificate.done'))
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('certificate.title')}>
      <Stack>
        <Text>{t('certificate.text')}</Text>
        <NativeSelect
          label={t('certificate.year')}
          value={year}
          onChange={({ currentTarget }) => setYear(currentTarget.value)}
          data={Array.from({ length: YEARS_OFFERED }, (_, index) => String(thisYear - index))}
        />
        <ReasonForm<'give'>
          label={t('certificate.reason')}
          isBusy={giving.isPending}
          failure={giving.error}
          onAct={(_act, reason) => giving.mutate(reason)}
        >
          {(act) => (
            <>
              <Button variant="default" onClick={onClose}>
                {t('cancel')}
              </Button>
              <Button loading={giving.isPending} onClick={() => act('give')}>
                {t('certificate.download')}
              </Button>
            </>
          )}
        </ReasonForm>
      </Stack>
    </Modal>
  )
}
