/** 'Tus últimas transacciones': the four newest of each kind. */
import { Anchor, SegmentedControl, Tabs } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CryptoMovements } from '../../../parts/crypto/crypto-movements.tsx'
import { FiatMovements } from '../../../parts/movements/fiat-movements.tsx'
import { Card } from '../../../ui/card.tsx'
import classes from './home.module.css'

/** MON-02: page size, and the row count from which there may be more. */
const ROWS = 4
const COLUMNS = ['money', 'day', 'state', 'destination'] as const

export function LastTransactions() {
  const { t } = useTranslation(['home', 'money'])
  const [kind, setKind] = useState<'DEPOSIT' | 'WITHDRAWAL'>('DEPOSIT')
  const more = ({ length }: readonly unknown[]) =>
    length >= ROWS && (
      <p className={classes.more}>
        <Anchor renderRoot={(props) => <Link to="/application/record" search={{ kind }} {...props} />}>{t('home:more')}</Anchor>
      </p>
    )
  return (
    <Card title={t('home:recent')}>
      <Tabs defaultValue="fiat" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="crypto">{t('money:list.crypto')}</Tabs.Tab>
          <Tabs.Tab value="fiat">{t('money:list.fiat')}</Tabs.Tab>
        </Tabs.List>
        <SegmentedControl
          fullWidth
          mt="sm"
          mb="xs"
          value={kind}
          aria-label={t('money:list.kind')}
          onChange={(value) => setKind(value === 'WITHDRAWAL' ? 'WITHDRAWAL' : 'DEPOSIT')}
          data={[
            { value: 'DEPOSIT', label: t('money:list.deposits') },
            { value: 'WITHDRAWAL', label: t('money:list.withdrawals') },
          ]}
        />
        <Tabs.Panel value="crypto">
          <CryptoMovements label={t('home:recent')} kind={kind} page={{ pageIndex: 0, size: ROWS }} columns={COLUMNS} footer={more} />
        </Tabs.Panel>
        <Tabs.Panel value="fiat">
          <FiatMovements label={t('home:recent')} request={{ kind, pageIndex: 0, size: ROWS }} columns={COLUMNS} footer={more} />
        </Tabs.Panel>
      </Tabs>
    </Card>
  )
}
