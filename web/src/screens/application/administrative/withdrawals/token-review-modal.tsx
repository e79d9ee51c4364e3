/** One token withdrawal in review with what is known of it, and its approval or rejection. */
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ASSETS, parseUnits } from '@tunjo/contract/money'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { OFFICER_MONEY } from '../../../../api/officer-money.ts'
import { decideTokens, type TokenDecision, type TokensInReview } from '../../../../api/token-officers.ts'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { useAccount } from '../../../../session.ts'
import { Amount } from '../../../../ui/amount.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { Hash } from '../../../../ui/hash.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { Summary, type SummaryLine } from '../../../../ui/summary.tsx'
import { toast } from '../../../../ui/toast.ts'
import { WithdrawalFigure } from './withdrawal-figure.tsx'

export function TokenReviewModal({ withdrawal, onClose }: { withdrawal: TokensInReview | null; onClose: () => void }) {
  const { t } = useTranslation('officer-money')
  const mayDecide = useAccount()?.permissions.includes('payments.review') ?? false
  return (
    <Modal opened={withdrawal !== null} onClose={onClose} title={t('tokenReview.modal')}>
      {withdrawal && (
        <Stack>
          {withdrawal.sanctions === 'listed' && (
            <Alert color="red" role="note">
              {t('tokenReview.listed')}
            </Alert>
          )}
          <Summary lines={linesOf(withdrawal, t)} />
          {mayDecide && <Deciding id={withdrawal.id} onDone={onClose} />}
        </Stack>
      )}
    </Modal>
  )
}

function Deciding({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation('officer-money')
  const queries = useQueryClient()
  const deciding = useMutation({
    mutationFn: ({ decision, reason }: { decision: TokenDecision; reason: string }) => decideTokens(id, decision, reason),
    onSuccess: (_answer, { decision }) => {
      // That an approval waits for a second officer was said where the answer came in.
      if (decision === 'reject') toast.success(t('withdrawals.done.reject'))
      onDone()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: OFFICER_MONEY }),
  })
  return (
    <>
      <Alert color="amber" role="note">
        {t('tokenReview.two')}
      </Alert>
      <ReasonForm<TokenDecision>
        label={t('withdrawals.reason')}
        isBusy={deciding.isPending}
        failure={deciding.error}
        onAct={(decision, reason) => deciding.mutate({ decision, reason })}
      >
        {(act) => (
          <>
            <Button variant="default" color="red" onClick={() => act('reject')}>
              {t('withdrawals.reject')}
            </Button>
            <Button onClick={() => act('approve')}>{t('withdrawals.approve')}</Button>
          </>
        )}
      </ReasonForm>
    </>
  )
}

function linesOf(withdrawal: TokensInReview, t: TFunction<'officer-money'>): SummaryLine[] {
  const { accountId, asset, address, alias, addressSavedAt, receiverId, reasons, sanctions, creationDate, id } = withdrawal
  return [
    { name: t('withdrawals.amount'), value: <WithdrawalFigure {...withdrawal} />, strong: true },
    { name: t('tokenReview.value'), value: <Amount value={parseUnits(withdrawal.valueCop, ASSETS.COP.scale) ?? 0n} asset="COP" /> },
    { name: t('tokenReview.fee'), value: <WithdrawalFigure asset={asset} amount={withdrawal.fee} /> },
    { name: t('withdrawals.person'), value: <PersonLink id={accountId} /> },
    { name: t('tokenReview.address'), value: <Hash value={address} what={t('tokens.address')} /> },
    { name: t('tokenReview.alias'), value: alias },
    { name: t('tokenReview.addressSaved'), value: <DateTime value={new Date(addressSavedAt)} /> },
    { name: t('tokenReview.receiver'), value: receiverId ? <PersonLink id={receiverId} /> : t('risk.no') },
    { name: t('tokenReview.sanctions'), value: t(`tokenSanctions.${sanctions}`) },
    { name: t('withdrawals.cause'), value: reasons.map((reason) => t(`tokenReason.${reason}`)).join(', ') || '—' },
    { name: t('withdrawals.created'), value: <DateTime value={new Date(creationDate)} /> },
    { name: t('withdrawals.id'), value: id },
  ]
}
