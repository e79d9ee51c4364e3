/** Upload of a bank statement: file, preview or faulty line, and reason; a second officer approves the import. */
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReceivedStatement } from '@tunjo/contract/bank-statements'
import { type ChangeEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { importStatement, sendStatement } from '../../../../../api/bank-statements.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { ReasonForm } from '../../../../../parts/reason-form.tsx'
import { Amount } from '../../../../../ui/amount.tsx'
import { Card } from '../../../../../ui/card.tsx'
import { DataTable } from '../../../../../ui/data-table.tsx'
import { Hash } from '../../../../../ui/hash.tsx'
import { Summary } from '../../../../../ui/summary.tsx'
import classes from '../withdrawals.module.css'

export function SendStatementCard() {
  const { t } = useTranslation('officer-money')
  const input = useRef<HTMLInputElement>(null)
  const sending = useMutation({ mutationFn: (file: File) => sendStatement(file) })
  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const [file] = event.currentTarget.files ?? []
    if (file) sending.mutate(file)
    // The same file may be chosen again after it was corrected.
    event.currentTarget.value = ''
  }
  return (
    <Card title={t('transfers.send')}>
      <p className={classes.text}>{t('transfers.sendText')}</p>
      <input ref={input} type="file" accept=".csv" hidden aria-label={t('transfers.choose')} onChange={choose} />
      <Button variant="default" loading={sending.isPending} onClick={() => input.current?.click()}>
        {t('transfers.choose')}
      </Button>
      {sending.isError && (
        <Alert color="red" role="alert" mt="md" title={t('transfers.refused')}>
          {errorText(sending.error)}
        </Alert>
      )}
      {sending.isSuccess && <Proposal key={sending.data.id} statement={sending.data} onCancel={() => sending.reset()} />}
    </Card>
  )
}

function Proposal({ statement, onCancel }: { statement: ReceivedStatement; onCancel: () => void }) {
  const { t } = useTranslation('officer-money')
  const { id, fromDay, toDay, added, late, moneyIn, moneyOut, closing, fileHash } = statement
  const asking = useMutation({ mutationFn: (reason: string) => importStatement(id, reason) })
  if (asking.isSuccess)
    return (
      <Alert color="forest" role="status" mt="md" title={t('transfers.asked')}>
        {t('transfers.askedText')}
      </Alert>
    )
  return (
    <Stack mt="md">
      <Summary
        lines={[
          { name: t('transfers.days'), value: t('transfers.dayRange', { from: fromDay, to: toDay }) },
          { name: t('transfers.added'), value: String(added) },
          { name: t('transfers.in'), value: <Amount value={moneyIn} asset="COP" /> },
          { name: t('transfers.out'), value: <Amount value={moneyOut} asset="COP" /> },
          { name: t('transfers.closing'), value: <Amount value={closing} asset="COP" />, strong: true },
          { name: t('transfers.hash'), value: <Hash value={fileHash} what={t('transfers.hash')} /> },
        ]}
      />
      {late > 0 && (
        <Alert color="amber" role="status">
          {t('transfers.late', { count: late })}
        </Alert>
      )}
      <Preview lines={statement.preview} />
      <ReasonForm<'import'>
        label={t('transfers.why')}
        isBusy={asking.isPending}
        failure={asking.error}
        onAct={(_act, reason) => asking.mutate(reason)}
      >
        {(act) => (
          <>
            <Button variant="default" onClick={onCancel}>
              {t('transfers.cancel')}
            </Button>
            <Button onClick={() => act('import')}>{t('transfers.ask')}</Button>
          </>
        )}
      </ReasonForm>
    </Stack>
  )
}

function Preview({ lines }: { lines: ReceivedStatement['preview'] }) {
  const { t } = useTranslation('officer-money')
  return (
    <DataTable
      label={t('transfers.preview')}
      rows={lines.map((line, index) => ({ ...line, index }))}
      rowKey={({ index }) => String(index)}
      columns={[
        {
          key: 'date',
          header: t('transfers.date'),
          render: ({ bookedOn, isLate }) => (isLate ? t('transfers.lateDay', { day: bookedOn }) : bookedOn),
          isLead: true,
        },
        { key: 'amount', header: t('transfers.amount'), align: 'right', render: ({ amount }) => <Amount value={amount} asset="COP" /> },
        { key: 'reference', header: t('transfers.reference'), render: ({ reference }) => reference || '—' },
        { key: 'payer', header: t('transfers.payer'), render: ({ payerName }) => payerName || '—' },
        { key: 'result', header: t('transfers.result'), render: ({ cause }) => t(`transfers.cause.${cause ?? 'none'}`) },
      ]}
    />
  )
}
