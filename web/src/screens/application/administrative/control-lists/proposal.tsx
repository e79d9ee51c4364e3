/** Proposal of a parsed list file: its changes and the reason; a second officer puts it in force. */
import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ListFile } from '@tunjo/contract/screening'
import { useTranslation } from 'react-i18next'
import { loadList } from '../../../../api/screening.ts'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { Hash } from '../../../../ui/hash.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import classes from './control-lists.module.css'
import { figure } from './coverage-columns.tsx'
import { ListChanges } from './list-changes.tsx'

/** Pending: the changes of the file, and the reason. */
export function Proposal({ file, onCancel }: { file: ListFile; onCancel?: () => void }) {
  const { t } = useTranslation('screening')
  const asking = useMutation({ mutationFn: (reason: string) => loadList(file, reason) })
  if (asking.isSuccess)
    return (
      <Alert color="forest" role="status" title={t('load.asked')}>
        {t('load.askedText', { list: t(`lists.${file.list}`) })}
      </Alert>
    )
  return (
    <div className={classes.proposal}>
      <FileSummary file={file} />
      <ListChanges file={file} />
      <Alert color="amber" role="note">
        {t('load.secondText')}
      </Alert>
      <ReasonForm<'load'>
        label={t('load.why')}
        isBusy={asking.isPending}
        failure={asking.error}
        onAct={(_act, reason) => asking.mutate(reason)}
      >
        {(act) => (
          <>
            {onCancel && (
              <Button variant="default" onClick={onCancel}>
                {t('load.cancel')}
              </Button>
            )}
            <Button onClick={() => act('load')}>{t('load.ask')}</Button>
          </>
        )}
      </ReasonForm>
    </div>
  )
}

export function FileSummary({ file }: { file: ListFile }) {
  const { t } = useTranslation('screening')
  const [added, changed, removed] = [file.added, file.changed, file.removed].map(figure)
  const lines = [
    { name: t('load.list'), value: t(`lists.${file.list}`) },
    { name: t('coverage.entries'), value: figure(file.entries) },
    { name: t('load.changes'), value: t('coverage.changes', { added, changed, removed }) },
    { name: t('load.sum'), value: <Hash value={file.sha256} what={t('coverage.what')} /> },
  ]
  return <Summary label={t('load.read')} lines={lines} />
}
