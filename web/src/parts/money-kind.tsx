/** Currency and method of a deposit or a withdrawal, with the available options. */
import { NativeSelect } from '@mantine/core'
import type { AssetCode } from '@tunjo/contract/money'
import { useTranslation } from 'react-i18next'
import classes from './money-kind.module.css'

interface MoneyKindProps {
  method: string
  choice: {
    asset: AssetCode
    assets: readonly AssetCode[]
    methods: readonly string[]
    onAsset: (asset: AssetCode) => void
    onMethod: (method: string) => void
  }
}

export function MoneyKind({ method, choice }: MoneyKindProps) {
  const { t } = useTranslation('money')
  const chooseAsset = (value: string) => {
    const asset = choice.assets.find((offered) => offered === value)
    if (asset) choice.onAsset(asset)
  }
  return (
    <div className={classes.pair}>
      <NativeSelect
        size="sm"
        label={t('deposit.currency')}
        data={[...choice.assets]}
        value={choice.asset}
        onChange={({ currentTarget }) => chooseAsset(currentTarget.value)}
      />
      <NativeSelect
        size="sm"
        label={t('deposit.method')}
        data={[...choice.methods]}
        value={method}
        onChange={({ currentTarget }) => choice.onMethod(currentTarget.value)}
      />
    </div>
  )
}
