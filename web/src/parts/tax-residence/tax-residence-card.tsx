/** 'Residencia fiscal' on the verification screen: the certification in force, and the dialog for a new one (CARF). */
import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { taxCertificationQuery } from '../../api/tax-residence.ts'
import { Card } from '../../ui/card.tsx'
import { formatDate } from '../../ui/date-time.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { CertifyModal } from './certify-modal.tsx'
import { ResidenceLines } from './residence-lines.tsx'
import classes from './tax-residence.module.css'

export function TaxResidenceCard({ isOpened = false }: { isOpened?: boolean }) {
  const { t } = useTranslation('tax-residence')
  const found = useQuery(taxCertificationQuery)
  const [isCertifying, setCertifying] = useState(isOpened)
  const certification = found.data?.certification
  return (
    <Card title={t('title')}>
      {found.isLoadingError && <ErrorState message={errorText(found.error)} onRetry={() => void found.refetch()} />}
      {found.isPending && <RowsSkeleton rows={2} />}
      {found.data && (
        <Stack align="flex-start">
          {certification ? (
            <div className={classes.wide}>
              <ResidenceLines label={t('title')} residences={certification.residences} />
              <p className={classes.note}>{t('certifiedOn', { day: formatDate(new Date(certification.certifiedAt), 'day') })}</p>
            </div>
          ) : (
            <p className={classes.text}>{t('intro')}</p>
          )}
          <Button variant={certification ? 'default' : 'filled'} onClick={() => setCertifying(true)}>
            {t(certification ? 'change' : 'certify')}
          </Button>
        </Stack>
      )}
      {found.data && isCertifying && <CertifyModal own={found.data} onClose={() => setCertifying(false)} />}
    </Card>
  )
}
