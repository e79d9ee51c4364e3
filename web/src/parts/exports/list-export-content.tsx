/**
 * CSV of an officers' list (ADM-02): immediate for a short list, a background job for a long one. Running and finished jobs are shown next
 * to the button, even after navigation or a reload.
 */
import { Alert, Button, Progress, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ExportReport, ExportRequest, ExportView } from '@tunjo/contract/exports'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { cancelExport, exportFile, exportsQuery, isExportRunning, startExport } from '../../api/exports.ts'
import { group } from '../../ui/amount-format.ts'
import { formatDate } from '../../ui/date-time.tsx'
import { Modal } from '../../ui/modal.tsx'
import { ModalActions } from '../../ui/modal-actions.tsx'
import { CsvDownload } from '../../ui/server-table/csv-download.tsx'
import { saveFile } from '../../ui/server-table/save-file.ts'

export interface ListExportProps {
  report: ExportReport
  /** Called on the click. */
  asked: () => ExportRequest
  fileName: string
  /** Number of matching rows; undefined until the list has loaded. */
  total: number
  /** File of a short list. */
  load: () => Promise<Blob>
}

export function ListExportContent({ report, asked, fileName, total, load }: ListExportProps) {
  const { t } = useTranslation('exports')
  const { data, isPending } = useQuery(exportsQuery)
  const [isOpen, setOpen] = useState(false)
  const latest = data?.results.find((one) => one.report === report && one.state !== 'cancelled')
  const isLong = data !== undefined && total > data.rowsAtOnce
  return (
    <>
      {latest && (
        <Button size="xs" variant="light" color={latest.state === 'failed' ? 'red' : undefined} onClick={() => setOpen(true)}>
          <Chip latest={latest} />
        </Button>
      )}
      {/* No download until the length is known: a long list would be truncated. */}
      {!isLong && <CsvDownload fileName={fileName} load={load} failureText={errorText} total={isPending ? 0 : total} />}
      {isLong && !latest && (
        <Button size="xs" variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => setOpen(true)}>
          {t('open')}
        </Button>
      )}
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('title', { file: fileName })} size="sm">
        {latest ? (
          <Followed latest={latest} asked={asked} isLong={isLong} />
        ) : (
          <Offer asked={asked} total={total} onClose={() => setOpen(false)} />
        )}
      </Modal>
    </>
  )
}

const percentOf = ({ rows, total }: ExportView): number => (total === 0 ? 0 : Math.min(100, Math.floor((100 * rows) / total)))

function Chip({ latest }: { latest: ExportView }) {
  const { t } = useTranslation('exports')
  if (latest.state === 'ready') return t('readyChip')
  return latest.state === 'failed' ? t('failedChip') : t('progress', { percent: percentOf(latest) })
}

function Offer({ asked, total, onClose }: Pick<ListExportProps, 'asked' | 'total'> & { onClose: () => void }) {
  const { t } = useTranslation('exports')
  const starting = useMutation({ mutationFn: () => startExport(asked()) })
  return (
    <Stack>
      <p style={{ margin: 0 }}>{t('rows', { total: group(String(total)) })}</p>
      <p style={{ margin: 0 }}>{t('large')}</p>
      <Failure error={starting.error} />
      <ModalActions>
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
        <Button loading={starting.isPending} onClick={() => starting.mutate()} data-autofocus>
          {t('start')}
        </Button>
      </ModalActions>
    </Stack>
  )
}

/** Progress of the job, and its actions. */
function Followed({ latest, asked, isLong }: { latest: ExportView; asked: ListExportProps['asked']; isLong: boolean }) {
  const { t } = useTranslation('exports')
  const { id, state, rows, total, fileName, createdAt, expiresAt } = latest
  const starting = useMutation({ mutationFn: () => startExport(asked()) })
  const cancelling = useMutation({ mutationFn: () => cancelExport(id) })
  const downloading = useMutation({ mutationFn: async () => saveFile(await exportFile(id), fileName) })
  const again = (
    <Button variant={state === 'failed' ? 'filled' : 'default'} loading={starting.isPending} onClick={() => starting.mutate()}>
      {state === 'failed' ? t('retry') : t('again')}
    </Button>
  )
  return (
    <Stack>
      {state !== 'failed' && (
        <div>
          <Progress value={percentOf(latest)} aria-label={t('barLabel')} />
          <p style={{ margin: '0.5rem 0 0' }}>{t('written', { rows: group(String(rows)), total: group(String(total)) })}</p>
        </div>
      )}
      <p role="status" style={{ margin: 0 }}>
        {t(state === 'cancelled' ? 'waiting' : state, { date: formatDate(new Date(expiresAt)) })}
      </p>
      <p style={{ margin: 0 }}>{t('asked', { date: formatDate(new Date(createdAt)) })}</p>
      <Failure error={starting.error ?? cancelling.error ?? downloading.error} />
      <ModalActions>
        {isExportRunning(latest) && (
          <Button variant="default" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
            {t('cancel')}
          </Button>
        )}
        {(state === 'failed' || (state === 'ready' && isLong)) && again}
        {state === 'ready' && (
          <Button loading={downloading.isPending} onClick={() => downloading.mutate()} data-autofocus>
            {t('download')}
          </Button>
        )}
      </ModalActions>
    </Stack>
  )
}

const Failure = ({ error }: { error: Error | null }) =>
  error && (
    <Alert color="red" role="alert">
      {errorText(error)}
    </Alert>
  )
