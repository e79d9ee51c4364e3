/** One approval request: the changes, the maker's reason, the outcome, and the reader's actions. */
import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ApprovalRequest } from '@tunjo/contract/approvals'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type ApprovalDetail, approvalQuery } from '../../../../api/approvals.ts'
import { errorText } from '../../../../api/error-text.ts'
import { PersonName } from '../../../../parts/person-link.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { Summary, type SummaryLine } from '../../../../ui/summary.tsx'
import { ApprovalActions } from './approval-actions.tsx'
import { ApprovalState } from './approval-state.tsx'
import classes from './approvals.module.css'
import { ChangeLine } from './change-line.tsx'
import { TimeLeft } from './time-left.tsx'

interface ApprovalModalProps {
  id: string | null
  onClose: () => void
}

export function ApprovalModal({ id, onClose }: ApprovalModalProps) {
  const { t } = useTranslation('approvals')
  const request = useQuery({ ...approvalQuery(id ?? ''), enabled: id !== null })
  return (
    <Modal opened={id !== null} onClose={onClose} title={request.data?.title ?? t('request')}>
      {request.isPending && <RowsSkeleton rows={5} />}
      {request.isLoadingError && <ErrorState message={errorText(request.error)} onRetry={() => void request.refetch()} />}
      {request.data && <Opened key={request.data.id} request={request.data} onDone={onClose} />}
    </Modal>
  )
}

function Opened({ request, onDone }: { request: ApprovalDetail; onDone: () => void }) {
  const { t } = useTranslation('approvals')
  return (
    <Stack>
      <Summary lines={linesOf(request, t)} />
      <section>
        <Title order={3} size="h5" mb={4}>
          {t('reason')}
        </Title>
        <p className={classes.reason}>{request.reason}</p>
      </section>
      <History request={request} />
      <ApprovalActions request={request} onDone={onDone} />
    </Stack>
  )
}

/** Events after the proposal. */
function History({ request: { history, outcome, outcomeText } }: { request: ApprovalDetail }) {
  const { t } = useTranslation('approvals')
  const steps = history.filter(({ event }) => event !== 'proposed')
  if (steps.length === 0) return null
  return (
    <section>
      <Title order={3} size="h5" mb={8}>
        {t('history')}
      </Title>
      <ol className={classes.history}>
        {steps.map(({ event, at, by, note }) => (
          <li key={event} className={classes.step}>
            <span>
              {t(`event.${event}`)}
              {by && ` · ${by.email}`}
            </span>
            <span className={classes.when}>
              <DateTime value={new Date(at)} />
            </span>
            {note && event !== 'executed' && <p className={classes.reason}>{note === outcome ? outcomeText : note}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function linesOf(request: ApprovalRequest, t: TFunction<'approvals'>): SummaryLine[] {
  const { subject, changes, maker, proposedAt, expiresAt, state, review } = request
  const isWaiting = state === 'proposed'
  return [
    { name: t('state'), value: <ApprovalState request={request} /> },
    ...(subject ? [{ name: t('subject'), value: <PersonName id={subject.id} name={subject.email || subject.id} /> }] : []),
    ...changes.map((change) => ({ name: change.label, value: <ChangeLine change={change} /> })),
    { name: t('maker'), value: maker.email || maker.id },
    { name: t('proposedAt'), value: <DateTime value={new Date(proposedAt)} /> },
    ...(isWaiting ? [{ name: t('left'), value: <TimeLeft until={new Date(expiresAt)} /> }] : []),
    ...(review && !review.reviewedAt ? [{ name: t('reviewDue'), value: <DateTime value={new Date(review.dueAt)} /> }] : []),
    ...(review?.verdict ? [{ name: t('verdict'), value: t(`verdicts.${review.verdict}`) }] : []),
  ]
}
