/** Candidate customers of a line, suggested from the bank's data or found by search; one is selected. */
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LineCustomer } from '@tunjo/contract/line-customers'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lineCustomersQuery } from '../../../../../api/bank-statements.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import classes from './line-customers.module.css'

interface LineCustomersProps {
  lineId: string
  chosen: string | null
  /** Error when a decision needs a customer. */
  error: string | null
  onChoose: (accountId: string | null) => void
}

export function LineCustomers({ lineId, chosen, error, onChoose }: LineCustomersProps) {
  const { t } = useTranslation('officer-money')
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  const found = useQuery(lineCustomersQuery(lineId, text))
  function look(wanted: string): void {
    setText(wanted)
    onChoose(null)
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    look(typed.trim())
  }
  function clear(): void {
    setTyped('')
    look('')
  }
  return (
    <Stack gap="sm">
      <Radio.Group
        label={text === '' ? t('transfers.mayBe') : t('transfers.found')}
        value={chosen}
        onChange={onChoose}
        error={error}
        className={classes.choice ?? ''}
      >
        <Found found={found} isSearch={text !== ''} />
      </Radio.Group>
      <form onSubmit={submit} className={classes.search} noValidate>
        <TextInput
          className={classes.field ?? ''}
          label={t('transfers.customer')}
          placeholder={t('transfers.customerHelp')}
          maxLength={120}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" variant="default" loading={found.isFetching && text !== ''}>
            {t('transfers.search')}
          </Button>
          {text !== '' && (
            <Button variant="subtle" onClick={clear}>
              {t('transfers.clearSearch')}
            </Button>
          )}
        </Group>
      </form>
    </Stack>
  )
}

function Found({ found, isSearch }: { found: ReturnType<typeof useQuery<LineCustomer[]>>; isSearch: boolean }) {
  const { t } = useTranslation('officer-money')
  if (found.isPending) return <RowsSkeleton rows={2} />
  if (found.isError) return <ErrorState message={errorText(found.error)} onRetry={() => void found.refetch()} />
  if (found.data.length === 0)
    return (
      <Text size="sm" role="status">
        {isSearch ? t('transfers.foundNone') : t('transfers.mayBeNone')}
      </Text>
    )
  return (
    <Stack gap="xs" mt="xs">
      {found.data.map((customer) => (
        <Radio
          key={customer.accountId}
          value={customer.accountId}
          label={`${customer.fullName} · ${customer.documentNumber}`}
          description={<Why customer={customer} />}
        />
      ))}
    </Stack>
  )
}

function Why({ customer: { email, reference, reasons } }: { customer: LineCustomer }) {
  const { t } = useTranslation('officer-money')
  const why = reasons.filter((reason) => reason !== 'searched').map((reason) => t(`transfers.reasonOf.${reason}`))
  const parts = [email, ...(reference ? [t('transfers.referenceOf', { reference })] : []), ...why]
  return <>{parts.join(' · ')}</>
}
