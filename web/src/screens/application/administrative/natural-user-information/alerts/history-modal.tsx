/** History of an alert: time, officer, reason and end of each opening; with a CSV download. */
import { Alert, Button, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { AlertKind } from '@tunjo/contract/alert-kinds'
import { nameOfAlert } from '@tunjo/contract/alert-names'
import type { AlertHistory } from '@tunjo/contract/compliance-alerts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { alertHistoryCsv, alertHistoryQuery } from '../../../../../api/compliance-alerts.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { currentLanguage } from '../../../../../i18n/language.ts'
import { useAccount } from '../../../../../session.ts'
import { type Column, DataTable } from '../../../../../ui/data-table.tsx'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { Modal } from '../../../../../ui/modal.tsx'
import { saveFile } from '../../../../../ui/server-table/save-file.ts'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'

type Row = AlertHistory[number]

export function HistoryModal({ userId, kind, onClose }: { userId: string; kind: AlertKind; onClose: () => void }) {
  const { t } = useTranslation('people-alerts')
  const name = nameOfAlert(kind.id, currentLanguage())
  const mayExport = useAccount()?.permissions.includes('reports.export') ?? false
  const history = useQuery(alertHistoryQuery(userId, kind.id))
  const download = useMutation({
    mutationFn: async () => saveFile(await alertHistoryCsv(userId, kind.id), `alerta-${kind.id}.csv`),
  })
  return (
    <Modal opened onClose={onClose} title={t('historyOf', { name })} size="lg">
      <Stack>
        {history.isError && <ErrorState message={errorText(history.error)} onRetry={() => void history.refetch()} />}
        {history.isPending && <RowsSkeleton rows={3} />}
        {history.data?.length === 0 && <EmptyState title={t('never')} />}
        {history.data && history.data.length > 0 && (
          <DataTable
            label={t('historyOf', { name })}
            columns={columnsOf(t)}
            rows={history.data}
            rowKey={([, from, , , comment]) => `${from} ${comment}`}
          />
        )}
        {download.isError && (
          <Alert color="red" role="alert">
            {errorText(download.error)}
          </Alert>
        )}
        {mayExport && history.data && history.data.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {t('download')}
          </Button>
        )}
      </Stack>
    </Modal>
  )
}

const columnsOf = (t: TFunction<'people-alerts'>): readonly Column<Row>[] => [
  { key: 'from', header: t('from'), render: ([, from]) => <DateTime value={new Date(from)} /> },
  { key: 'until', header: t('until'), render: ([, , until]) => (until ? <DateTime value={new Date(until)} /> : t('stillOpen')) },
  { key: 'by', header: t('by'), render: ([, , , by]) => by },
  { key: 'opening', header: t('opening'), render: ([, , , , opening]) => opening },
  { key: 'closing', header: t('closing'), render: ([, , , , , closing]) => closing ?? '—' },
]
