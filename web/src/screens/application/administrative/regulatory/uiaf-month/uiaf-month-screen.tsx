/** /application/administrative/regulatory/uiaf/:month: the file of a month, of operations or (`?report=`) of clients, or the yearly one (`carf`). */
import { Alert, Anchor, Button, Progress } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { UiafFile, UiafReport } from '@tunjo/contract/regulatory-files'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../api/error-text.ts'
import { dueKey, generateFile, monthFilesQuery, yearOf } from '../../../../../api/regulatory-files.ts'
import { monthText } from '../../../../../parts/regulatory/month-text.ts'
import classes from '../../../../../parts/regulatory/regulatory.module.css'
import { REGULATORY_PATH } from '../../../../../parts/regulatory/ros-kinds.ts'
import { useAccount } from '../../../../../session.ts'
import { Card } from '../../../../../ui/card.tsx'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { PageHeader } from '../../../../../ui/page-header.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import { toast } from '../../../../../ui/toast.ts'
import { usePathParam } from '../../../../../ui/use-path-param.ts'
import { FILE_KIND, FileCard } from './file-card.tsx'
import { CarfUsersCard, ClientsCard, LinesCard } from './lines-card.tsx'

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

export default function UiafMonthScreen() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const report: UiafReport = search.report === 'clients' || search.report === 'carf' ? search.report : 'operations'
  const { t } = useTranslation('regulatory')
  const month = usePathParam('month')
  return (
    <>
      <Anchor renderRoot={(props) => <Link to={REGULATORY_PATH} {...props} />} className={classes.back}>
        <IconArrowLeft size={18} aria-hidden /> {t('ros.back')}
      </Anchor>
      {MONTH.test(month) ? <MonthFiles key={`${report} ${month}`} report={report} month={month} /> : <h1>{t('file.missing')}</h1>}
    </>
  )
}

function MonthFiles({ report, month }: { report: UiafReport; month: string }) {
  const { t } = useTranslation('regulatory')
  const queries = useQueryClient()
  const files = useQuery(monthFilesQuery(report, month))
  const mayManage = useAccount()?.permissions.includes('regulatory.manage') ?? false
  const generating = useMutation({
    mutationFn: () => generateFile(report, month),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: dueKey }),
  })
  const { data } = files
  const newest = data?.results[0]
  const shown = data?.results.find(({ result, state }) => result !== null && state !== 'replaced')
  const approved = data?.results.find(({ id, state }) => state === 'approved' && id !== shown?.id)
  const generate = mayManage && data?.mayGenerate && (
    <Button loading={generating.isPending} onClick={() => generating.mutate()} variant={newest ? 'default' : 'filled'}>
      {t(newest ? 'file.again' : 'file.generate')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t(`file.of.${report}`, { month: monthText(month), year: yearOf(month) })}
        text={t(`file.text.${report}`)}
        actions={generate}
      />
      {files.isPending && <RowsSkeleton rows={6} />}
      {files.isLoadingError && <ErrorState message={errorText(files.error)} onRetry={() => void files.refetch()} />}
      {data && (
        <div className={classes.cards}>
          {data.layout.unverified > 0 && (
            <Alert
              color="amber"
              role="note"
              title={t(report === 'carf' ? 'file.unverifiedElements' : 'file.unverified', {
                count: data.layout.unverified,
                fields: data.layout.fields,
              })}
            >
              {data.source}
            </Alert>
          )}
          {newest?.state === 'generating' && <Generating file={newest} />}
          {!newest && (
            <Card>
              <EmptyState
                title={t('file.none')}
                text={t(data.mayGenerate ? 'file.noneText' : report === 'carf' ? 'file.yearNotEnded' : 'file.monthNotEnded')}
              />
            </Card>
          )}
          {approved && <FileCard file={approved} mayManage={mayManage} />}
          {shown && <FileCard file={shown} mayManage={mayManage} />}
          {shown && <FileLines key={shown.id} report={report} file={shown} />}
          {data.results.length > 0 && <Versions files={data.results} />}
        </div>
      )}
    </>
  )
}

function FileLines({ report, file }: { report: UiafReport; file: UiafFile }) {
  if (report === 'carf') return <CarfUsersCard file={file} />
  return report === 'operations' ? <LinesCard file={file} /> : <ClientsCard file={file} />
}

function Generating({ file: { progress } }: { file: UiafFile }) {
  const { t } = useTranslation('regulatory')
  const { done, all } = progress
  const percent = all === null ? 0 : all === 0 ? 100 : (done / all) * 100
  return (
    <Card title={t('file.generating')}>
      <p role="status">{all === null ? t('file.counting') : t('file.progress', { done, all })}</p>
      <Progress value={percent} aria-label={t('file.generating')} />
    </Card>
  )
}

function Versions({ files }: { files: readonly UiafFile[] }) {
  const { t } = useTranslation('regulatory')
  return (
    <Card title={t('file.versions')}>
      <ol className={classes.list}>
        {files.map(({ id, version, state, requestedAt, requestedBy, result }) => (
          <li key={id}>
            <strong>{t('file.version', { version })}</strong> <StatusBadge kind={FILE_KIND[state]}>{t(`file.states.${state}`)}</StatusBadge>{' '}
            <DateTime value={new Date(requestedAt)} /> · {requestedBy}
            {result && <p className={classes.note}>{t('file.lines', { count: result.lines })}</p>}
            {result?.difference && <p className={classes.note}>{t('file.difference', result.difference)}</p>}
          </li>
        ))}
      </ol>
    </Card>
  )
}
