/** Export of all data stored about the person, and the closing of the account. */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { loadMyData } from '../../../api/my-data.ts'
import { useAccount } from '../../../session.ts'
import { Card } from '../../../ui/card.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { saveFile } from '../../../ui/server-table/save-file.ts'
import { RowsSkeleton } from '../../../ui/skeletons.tsx'
import { toast } from '../../../ui/toast.ts'
import { CloseAccount } from './close-account.tsx'
import classes from './configuration.module.css'
import { FailureAlert } from './failure-alert.tsx'
import { unlessCancelled } from './unless-cancelled.ts'

const waiting = <RowsSkeleton rows={2} />
const RequestsCard = lazyComponent(async () => (await import('./data-requests/requests-card.tsx')).RequestsCard, { waiting })
const DAY_LENGTH = 'YYYY-MM-DD'.length
const INDENT = 2

export function MyData() {
  const { t } = useTranslation('configuration')
  const isCustomer = useAccount()?.authorities.includes('ROLE_USER') ?? false
  const downloading = useMutation({
    mutationFn: () => unlessCancelled(loadMyData()),
    onSuccess: (data) => {
      if (!data) return
      const content = new Blob([JSON.stringify(data, null, INDENT)], { type: 'application/json' })
      saveFile(content, t('data.file', { day: data.generatedAt.slice(0, DAY_LENGTH) }))
      toast.success(t('data.done'))
    },
  })
  return (
    <>
      <Card title={t('data.title')}>
        <div className={classes.stack}>
          <p className={classes.text}>{t('data.text')}</p>
          <p className={classes.quiet}>{t('data.care')}</p>
          <FailureAlert error={downloading.error} />
          <div>
            <Button
              size="sm"
              leftSection={<IconDownload size={18} aria-hidden />}
              loading={downloading.isPending}
              onClick={() => downloading.mutate()}
            >
              {t('data.download')}
            </Button>
          </div>
        </div>
      </Card>
      {isCustomer && <RequestsCard />}
      <CloseAccount />
    </>
  )
}
