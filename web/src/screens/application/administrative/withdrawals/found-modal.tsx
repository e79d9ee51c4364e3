/** One found transaction: its facts from the node, the candidate withdrawals, and the booking by two officers. */
import { Alert, Anchor, Button, Radio, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { parseUnits } from '@tunjo/contract/money'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bookFound, type FoundTransaction } from '../../../../api/found-transactions.ts'
import { OFFICER_MONEY } from '../../../../api/officer-money.ts'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { useAccount } from '../../../../session.ts'
import { Amount } from '../../../../ui/amount.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { shorten } from '../../../../ui/hash.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { Summary, type SummaryLine } from '../../../../ui/summary.tsx'
import { FoundMoves, waitsOf } from './found-moves.tsx'
import { FoundSettlement } from './found-settlement.tsx'

const NONE = 'none'
const ETHER = { code: 'ETH', scale: 18 }

export function FoundModal({ found, onClose }: { found: FoundTransaction | null; onClose: () => void }) {
  const { t } = useTranslation('officer-money')
  const mayBook = useAccount()?.permissions.includes('payments.review') ?? false
  return (
    <Modal opened={found !== null} onClose={onClose} title={t('found.modal')}>
      {found && (
        <Stack>
          <Summary lines={linesOf(found, t)} />
          {found.waits !== 'booked' && <Text>{t(`found.notes.${found.waits}`)}</Text>}
          {mayBook && found.bookable.length > 0 && <Booking key={found.hash} found={found} onDone={onClose} />}
          {mayBook && found.isSettleable && <FoundSettlement key={found.hash} hash={found.hash} onDone={onClose} />}
        </Stack>
      )}
    </Modal>
  )
}

function Booking({ found: { hash, candidates, bookable }, onDone }: { found: FoundTransaction; onDone: () => void }) {
  const { t } = useTranslation('officer-money')
  const queries = useQueryClient()
  const [chosen, setChosen] = useState(candidates[0]?.id ?? NONE)
  const booking = useMutation({
    mutationFn: (reason: string) => bookFound(hash, chosen === NONE ? null : chosen, reason),
    // The pending approval was announced where the answer arrived.
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: OFFICER_MONEY }),
  })
  return (
    <>
      <Radio.Group label={t('found.whatIsIt')} value={chosen} onChange={setChosen}>
        <Stack gap="xs" mt="xs">
          {candidates.map((candidate) => (
            <Radio
              key={candidate.id}
              value={candidate.id}
              label={t('found.isWithdrawal', { id: shorten(candidate.id) })}
              description={
                <>
                  {t(candidate.isNamed ? 'found.named' : 'found.fits')} <DateTime value={new Date(candidate.creationDate)} />
                </>
              }
            />
          ))}
          {bookable.includes('suspense') && <Radio value={NONE} label={t('found.isNone')} description={t('found.isNoneHint')} />}
        </Stack>
      </Radio.Group>
      <Alert color="amber" role="note">
        {t('found.two')} {t(chosen === NONE ? 'found.noneNote' : 'found.withdrawalNote')}
      </Alert>
      <ReasonForm<'book'>
        label={t('found.reason')}
        isBusy={booking.isPending}
        failure={booking.error}
        onAct={(_book, reason) => booking.mutate(reason)}
      >
        {(act) => <Button onClick={() => act('book')}>{t('found.book')}</Button>}
      </ReasonForm>
    </>
  )
}

function linesOf(found: FoundTransaction, t: TFunction<'officer-money'>): SummaryLine[] {
  const { hash, wallet, nonce, receiver, blockNumber, fee, foundAt, booked, settled } = found
  const line = (name: string, value: SummaryLine['value'] | null): SummaryLine[] => (value === null ? [] : [{ name, value }])
  return [
    { name: t('found.amount'), value: <FoundMoves found={found} />, strong: true },
    { name: t('found.wallet'), value: t(`found.wallets.${wallet}`) },
    {
      name: t('found.transaction'),
      value: (
        <Anchor href={`/explorer/tx/${hash}`} title={hash} translate="no">
          {shorten(hash)}
        </Anchor>
      ),
    },
    ...line(t('found.receiver'), receiver && <span translate="no">{receiver}</span>),
    ...line(t('found.block'), blockNumber === null ? null : String(blockNumber)),
    ...line(t('found.fee'), fee && <Amount value={parseUnits(fee, ETHER.scale) ?? 0n} asset={ETHER} />),
    { name: t('found.nonce'), value: String(nonce) },
    { name: t('found.at'), value: <DateTime value={new Date(foundAt)} /> },
    { name: t('found.waitsFor'), value: t(`found.waits.${waitsOf(found)}`) },
    ...line(t('found.bookedAs'), booked && t(`found.targets.${booked.target}`)),
    ...line(t('found.settledAs'), settled && t(`found.settledTargets.${settled.target}`)),
    ...line(t('found.customerOf'), settled?.accountId ? <PersonLink id={settled.accountId} /> : null),
  ]
}
