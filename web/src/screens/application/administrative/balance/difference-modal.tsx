/** One difference: expected and actual amount, its meaning, and how an officer resolves it. */
import { Alert, Anchor, Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CheckName, Difference } from '@tunjo/contract/reconciliation'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { endDifference, type Outcome } from '../../../../api/reconciliation.ts'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { Summary, type SummaryLine } from '../../../../ui/summary.tsx'
import { toast } from '../../../../ui/toast.ts'
import { Figure } from './figure.tsx'

/** Checks with a row in the list of anomalies, with all data of the provider. */
const OF_PROVIDERS: ReadonlySet<CheckName> = new Set(['provider.taken_back', 'provider.amount', 'provider.record'])

/** Checks that differ after a restored backup, which lacks later transactions. */
const OF_WALLETS: ReadonlySet<CheckName> = new Set(['chain.hot', 'chain.cold', 'chain.supply'])

export interface DifferenceModalProps {
  difference: Difference | null
  mayEnd: boolean
  onClose: () => void
}

export function DifferenceModal({ difference, mayEnd, onClose }: DifferenceModalProps) {
  const { t } = useTranslation('balance')
  return (
    <Modal opened={difference !== null} onClose={onClose} title={difference ? t(`checks.${difference.check}`) : ''}>
      {difference && (
        <Stack>
          <p>{t(`meaning.${difference.check}`)}</p>
          {difference.state === 'open' && difference.freezes && (
            <Alert color="red" role="note">
              {t('stops')}
            </Alert>
          )}
          <Summary lines={linesOf(difference, t)} />
          {difference.check === 'crypto.disputed' && difference.state !== 'closed' && (
            <Anchor renderRoot={(props) => <Link to="/application/administrative/withdrawals" search={{ tab: 'deposits' }} {...props} />}>
              {t('seeDisputed')}
            </Anchor>
          )}
          {OF_WALLETS.has(difference.check) && difference.state !== 'closed' && (
            <Anchor renderRoot={(props) => <Link to="/application/administrative/withdrawals" search={{ tab: 'tokens' }} {...props} />}>
              {t('toFound')}
            </Anchor>
          )}
          {OF_PROVIDERS.has(difference.check) && (
            <Anchor component={Link} to="/application/administrative/financial/anomalies">
              {t('toAnomalies')}
            </Anchor>
          )}
          {mayEnd && difference.state !== 'closed' && <Ending difference={difference} onDone={onClose} />}
        </Stack>
      )}
    </Modal>
  )
}

function Ending({ difference: { id, state }, onDone }: { difference: Difference; onDone: () => void }) {
  const { t } = useTranslation('balance')
  const queries = useQueryClient()
  const ending = useMutation({
    mutationFn: ({ outcome, reason }: { outcome: Outcome; reason: string }) => endDifference(id, outcome, reason),
    onSuccess: (_answer, { outcome }) => {
      toast.success(t(`ended.${outcome}`))
      onDone()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['books'] }),
  })
  return (
    <ReasonForm<Outcome>
      label={t('reason')}
      isBusy={ending.isPending}
      failure={ending.error}
      onAct={(outcome, reason) => ending.mutate({ outcome, reason })}
    >
      {(act) => (
        <>
          {state === 'open' && (
            <Button variant="default" onClick={() => act('explained')}>
              {t('explain')}
            </Button>
          )}
          <Button onClick={() => act('closed')}>{t('close')}</Button>
        </>
      )}
    </ReasonForm>
  )
}

function linesOf(difference: Difference, t: TFunction<'balance'>): SummaryLine[] {
  const { check, asset, subject, expected, actual, openedAt, endedAt, endedBy, reason } = difference
  const figure = (text: string) => <Figure check={check} asset={asset} text={text} />
  return [
    { name: t('asset'), value: asset },
    { name: t('expected'), value: figure(expected) },
    { name: t('actual'), value: figure(actual) },
    { name: t('difference'), value: figure(difference.difference), strong: true },
    ...(subject ? [{ name: t('subject'), value: subject }] : []),
    { name: t('openedAt'), value: <DateTime value={new Date(openedAt)} /> },
    ...(endedAt ? [{ name: t(`states.${difference.state}`), value: <DateTime value={new Date(endedAt)} /> }] : []),
    ...(endedBy ? [{ name: t('endedBy'), value: endedBy }] : []),
    ...(reason ? [{ name: t('reason'), value: reason }] : []),
  ]
}
