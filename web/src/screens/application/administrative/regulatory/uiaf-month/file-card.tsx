/** One version of a monthly file: totals, rates, hash, problems, and actions. */
import { Alert, Anchor, Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { UiafFile, UiafFileState } from '@tunjo/contract/regulatory-files'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../api/error-text.ts'
import { isStepUpCancelled } from '../../../../../api/failure.ts'
import { dueKey, fileContent, proposeFile } from '../../../../../api/regulatory-files.ts'
import { personPage } from '../../../../../parts/person-page.ts'
import { formatDecimal, formatUsd } from '../../../../../parts/price-figures.ts'
import classes from '../../../../../parts/regulatory/regulatory.module.css'
import { dayText } from '../../../../../parts/regulatory/ros-kinds.ts'
import { Card } from '../../../../../ui/card.tsx'
import { Hash } from '../../../../../ui/hash.tsx'
import { lazyComponent } from '../../../../../ui/lazy-component.tsx'
import { saveFile } from '../../../../../ui/server-table/save-file.ts'
import { StatusBadge, type StatusKind } from '../../../../../ui/status-badge.tsx'
import { Summary, type SummaryLine } from '../../../../../ui/summary.tsx'
import { toast } from '../../../../../ui/toast.ts'
import { CarfTotals } from './carf-totals.tsx'
import { Uncertified } from './uncertified.tsx'

const FileFiledModal = lazyComponent(async () => (await import('../../../../../parts/regulatory/filing-modal.tsx')).FileFiledModal, {
  dialog: { close: ({ onClose }) => onClose() },
})

export const FILE_KIND: Readonly<Record<UiafFileState, StatusKind>> = {
  generating: 'waiting',
  failed: 'failed',
  ready: 'neutral',
  proposed: 'waiting',
  approved: 'waiting',
  filed: 'done',
  replaced: 'neutral',
}

type Result = NonNullable<UiafFile['result']>

export function FileCard({ file, mayManage }: { file: UiafFile; mayManage: boolean }) {
  const { t } = useTranslation('regulatory')
  const { version, state, fileName, result, filed } = file
  if (!result) return null
  const { sha256, lines } = result
  return (
    <Card title={t('file.version', { version })} actions={<Actions file={file} result={result} mayManage={mayManage} />}>
      <p className={classes.note}>{t(result.problemsAll > 0 ? 'file.next.problems' : `file.next.${state}`)}</p>
      <Summary
        label={t('file.version', { version })}
        lines={[
          { name: t('ros.state'), value: <StatusBadge kind={FILE_KIND[state]}>{t(`file.states.${state}`)}</StatusBadge> },
          { name: t('file.name'), value: fileName },
          { name: t('file.linesName'), value: String(lines) },
          ...totalLines(t, file, result),
          { name: 'SHA-256', value: <Hash value={sha256} what={t('file.hash')} /> },
          ...(filed ? [{ name: t('ros.filed'), value: `${filed.number} · ${dayText(filed.on)}`, strong: true }] : []),
        ]}
      />
      {result.problemsAll > 0 && <Problems result={result} />}
      {result.carf?.uncertified && result.carf.uncertified.count > 0 && <Uncertified {...result.carf.uncertified} />}
    </Card>
  )
}

function totalLines(t: TFunction<'regulatory'>, { thresholds }: UiafFile, { totals, clients, carf, rates }: Result): SummaryLine[] {
  if (carf) return carfLines(t, carf)
  if (clients) {
    const statuses = ['active', 'inactive', 'closed'] as const
    return statuses.map((status) => ({ name: t(`file.clients.${status}`), value: String(clients[status]) }))
  }
  if (!thresholds || !totals) return []
  return [
    {
      name: t('file.multiple', { usd: formatUsd(thresholds.multipleUsd) }),
      value: t('file.totalOfClients', { ...totals.multiple, usd: formatUsd(totals.multiple.usd) }),
    },
    {
      name: t('file.individual', { usd: formatUsd(thresholds.individualUsd) }),
      value: t('file.total', { ...totals.individual, usd: formatUsd(totals.individual.usd) }),
    },
    {
      name: t('file.rate'),
      value: rates ? `${formatDecimal(rates.lowest, 2)} – ${formatDecimal(rates.highest, 2)} · ${rates.source}` : '—',
    },
  ]
}

function carfLines(t: TFunction<'regulatory'>, carf: NonNullable<Result['carf']>): SummaryLine[] {
  const counts = ['users', 'new', 'corrected', 'deleted', 'pending'] as const
  return [
    { name: t('carf.message'), value: `${t(`carf.messages.${carf.message}`)} (${carf.message})` },
    ...counts.map((count) => ({ name: t(`carf.counts.${count}`), value: String(carf[count]) })),
    { name: t('carf.totals'), value: <CarfTotals totals={carf.totals} /> },
  ]
}

function Problems({ result: { problems, problemsAll } }: { result: Result }) {
  const { t } = useTranslation('regulatory')
  return (
    <Alert color="red" role="note" mt="md" title={t('file.problemsTitle', { count: problemsAll })}>
      <ul className={classes.list}>
        {problems.map(({ problem, field, movementId, userId }) => (
          <li key={`${problem} ${field} ${movementId} ${userId}`}>
            {t(`file.problems.${problem}`)}
            {field && ` · ${field}`}{' '}
            {userId && (
              <Anchor component={Link} to={personPage(userId)} size="sm">
                {t('ros.openPerson')}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function Actions({ file, result, mayManage }: { file: UiafFile; result: Result; mayManage: boolean }) {
  const { id, state, fileName } = file
  const { t } = useTranslation('regulatory')
  const queries = useQueryClient()
  const [isFiling, setFiling] = useState(false)
  const onError = (error: unknown) => void (isStepUpCancelled(error) || toast.error(errorText(error)))
  const proposing = useMutation({
    mutationFn: () => proposeFile(id),
    onSuccess: () => toast.success(t('ros.proposed')),
    onError,
    onSettled: () => queries.invalidateQueries({ queryKey: dueKey }),
  })
  const downloading = useMutation({ mutationFn: async () => saveFile(await fileContent(id), fileName), onError })
  return (
    <div className={classes.row}>
      {mayManage && state === 'ready' && result.problemsAll === 0 && (
        <Button size="sm" loading={proposing.isPending} onClick={() => proposing.mutate()}>
          {t('ros.propose')}
        </Button>
      )}
      {(state === 'approved' || state === 'filed') && (
        <Button variant="default" size="sm" loading={downloading.isPending} onClick={() => downloading.mutate()}>
          {t('file.download')}
        </Button>
      )}
      {mayManage && state === 'approved' && (
        <Button size="sm" onClick={() => setFiling(true)}>
          {t('file.filed')}
        </Button>
      )}
      {isFiling && <FileFiledModal file={file} onClose={() => setFiling(false)} />}
    </div>
  )
}
