/** Sample costs of an exchange of a given size, line by line; no trade is made. */
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ASSET_CODES, ASSETS, type AssetCode, formatAsset } from '@tunjo/contract/money'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/error-text.ts'
import { type SampleAsked, sampleTradeQuery } from '../../../../api/trade-fees.ts'
import { AssetAmount } from '../../../../parts/asset-amount.tsx'
import { formatPercent } from '../../../../parts/price-figures.ts'
import { AmountInput, readAmount } from '../../../../ui/amount-input.tsx'
import { Card } from '../../../../ui/card.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import classes from './fees.module.css'

const other = (asset: AssetCode): AssetCode => (asset === 'COP' ? 'BTC' : 'COP')

export function SampleCard() {
  const { t } = useTranslation('fees')
  const [sold, setSold] = useState<AssetCode>('COP')
  const [bought, setBought] = useState<AssetCode>('BTC')
  const [text, setText] = useState('1.000.000')
  const [asked, setAsked] = useState<SampleAsked | null>(null)
  const { amount } = readAmount(text, { code: sold, scale: ASSETS[sold].scale })
  const chosen = (code: string) => ASSET_CODES.find((asset) => asset === code) ?? 'COP'

  function sell(code: string): void {
    setSold(chosen(code))
    setText('')
    if (chosen(code) === bought) setBought(other(chosen(code)))
  }
  function ask(event: FormEvent): void {
    event.preventDefault()
    if (amount) setAsked({ sold, bought, amount: formatAsset(sold, amount) })
  }

  return (
    <Card title={t('sample')}>
      <form onSubmit={ask} className={classes.form} noValidate>
        <NativeSelect label={t('sold')} data={[...ASSET_CODES]} value={sold} onChange={({ currentTarget }) => sell(currentTarget.value)} />
        <AmountInput key={sold} label={t('amount')} text={text} onChange={setText} asset={{ code: sold, scale: ASSETS[sold].scale }} />
        <NativeSelect
          label={t('bought')}
          data={ASSET_CODES.filter((asset) => asset !== sold)}
          value={bought}
          onChange={({ currentTarget }) => setBought(chosen(currentTarget.value))}
        />
        <Button type="submit" disabled={!amount}>
          {t('calculate')}
        </Button>
      </form>
      {asked && <Sample asked={asked} />}
    </Card>
  )
}

function Sample({ asked }: { asked: SampleAsked }) {
  const { t } = useTranslation('fees')
  const sample = useQuery(sampleTradeQuery(asked))
  if (sample.isError) return <ErrorState message={errorText(sample.error)} onRetry={() => void sample.refetch()} />
  if (!sample.data) return <RowsSkeleton rows={4} />
  const { received, poolPercent, impactPercent, networkFee, networkFeeCop, houseFee } = sample.data
  return (
    <Summary
      label={t('sample')}
      lines={[
        { name: t('gives'), value: <AssetAmount asset={asked.sold} text={asked.amount} /> },
        { name: t('platformFee'), value: <AssetAmount asset={asked.bought} text={houseFee} /> },
        { name: t('poolFee'), value: formatPercent(poolPercent) },
        { name: t('impact'), value: formatPercent(impactPercent) },
        {
          name: t('networkFee'),
          value: (
            <>
              <AssetAmount asset={asked.bought} text={networkFee} /> (<AssetAmount asset="COP" text={networkFeeCop} />)
            </>
          ),
        },
        { name: t('receives'), value: <AssetAmount asset={asked.bought} text={received} />, strong: true },
      ]}
    />
  )
}
