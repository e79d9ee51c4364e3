/** One bank statement line: its data, and its assignment to a customer or a payment. A second officer decides. */
import { Button, NativeSelect, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { LineDecision, StatementLine } from '@tunjo/contract/bank-statements'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AskedDecision, decideLine } from '../../../../../api/bank-statements.ts'
import { ReasonForm } from '../../../../../parts/reason-form.tsx'
import { Amount } from '../../../../../ui/amount.tsx'
import { Summary } from '../../../../../ui/summary.tsx'
import { LineCustomers } from './line-customers.tsx'
import { payerText } from './payer-text.ts'

interface DecideLineProps {
  line: StatementLine
  onDone: () => void
}

export function DecideLine({ line, onDone }: DecideLineProps) {
  const { t } = useTranslation('officer-money')
  const [customer, setCustomer] = useState<string | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const [refundId, setRefundId] = useState(line.refunds[0]?.lineId ?? '')
  const deciding = useMutation({
    mutationFn: ({ asked, reason }: { asked: AskedDecision; reason: string }) => decideLine(line.id, asked, reason),
    onSuccess: onDone,
  })
  const isIn = line.amount > 0n
  function decide(decision: LineDecision, reason: string): void {
    const isWithoutCustomer = decision === 'assign' && customer === null
    setIsMissing(isWithoutCustomer)
    if (isWithoutCustomer) return
    const accountId = decision === 'assign' && customer ? { accountId: customer } : {}
    deciding.mutate({ asked: { decision, ...accountId, ...(decision === 'refund_paid' ? { refundId } : {}) }, reason })
  }
  const decisions: readonly LineDecision[] = isIn
    ? ['send_back', 'capital', 'assign']
    : ['own_account', 'bank_cost', ...(line.refunds.length > 0 ? (['refund_paid'] as const) : [])]
  return (
    <Stack>
      <LineFacts line={line} />
      {isIn && (
        <LineCustomers
          lineId={line.id}
          chosen={customer}
          error={isMissing && customer === null ? t('transfers.customerMissing') : null}
          onChoose={setCustomer}
        />
      )}
      {isIn && <p style={{ margin: 0 }}>{t('transfers.capitalText')}</p>}
      {!isIn && line.refunds.length > 0 && (
        <NativeSelect
          label={t('transfers.refund')}
          value={refundId}
          data={line.refunds.map(({ lineId, code }) => ({ value: lineId, label: code }))}
          onChange={({ currentTarget }) => setRefundId(currentTarget.value)}
        />
      )}
      <ReasonForm<LineDecision> label={t('transfers.reason')} isBusy={deciding.isPending} failure={deciding.error} onAct={decide}>
        {(act) =>
          decisions.map((decision) => (
            <Button key={decision} variant={decision === 'assign' ? 'filled' : 'default'} onClick={() => act(decision)}>
              {t(`transfers.decide.${decision}`)}
            </Button>
          ))
        }
      </ReasonForm>
    </Stack>
  )
}

function LineFacts({ line: { amount, bookedOn, bankId, reference, description, payer, cause } }: { line: StatementLine }) {
  const { t } = useTranslation('officer-money')
  return (
    <Summary
      lines={[
        { name: t('transfers.amount'), value: <Amount value={amount} asset="COP" /> },
        { name: t('transfers.date'), value: bookedOn },
        { name: t('transfers.line'), value: bankId },
        { name: t('transfers.reference'), value: reference || '—' },
        { name: t('transfers.description'), value: description || '—' },
        { name: t('transfers.payer'), value: payerText(payer) },
        { name: t('transfers.result'), value: t(`transfers.cause.${cause ?? 'none'}`) },
      ]}
    />
  )
}
