/** One side of the swap: amount, value, token and balance. */
import { TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatUnits } from '@tunjo/contract/money'
import type { TokenBalance } from '@tunjo/contract/trading'
import { useTranslation } from 'react-i18next'
import { COP_TOKEN_ID, valuationQuery } from '../../../api/trading.ts'
import { formatUsd, unitsOf } from '../../../parts/price-figures.ts'
import { formatCop, formatFigure } from '../../../ui/amount-format.ts'
import { parseAmount } from '../../../ui/amount-parse.ts'
import { TokenIcon } from '../../../ui/token-icon.tsx'
import { useTypedAmount } from '../../../ui/use-typed-amount.ts'
import { ShareChips } from './share-chips.tsx'
import type { Side } from './swap-form.ts'
import classes from './token-row.module.css'
import { amountOfPesos, pesosOf } from './trade-cost.ts'
import { PESO_SCALE } from './use-typed-units.ts'

/** Longer amounts use a smaller font, so that they fit next to the token on a phone. */
const LONG_TEXT = 10
const LONGER_TEXT = 14
const PRICE_SCALE = 18
const USD_SCALE = 6

const lengthOf = (text: string) => (text.length > LONGER_TEXT ? 'very' : text.length > LONG_TEXT ? 'quite' : undefined)

interface TokenRowProps {
  side: Side
  token: TokenBalance
  text: string
  /** True while the text belongs to an earlier amount. */
  isOld: boolean
  onWrite: (text: string) => void
  onChoose: () => void
  /** Sell this amount of base units: MAX, or a share of the balance. */
  onAmount: (amount: bigint) => void
  /** Base units of the sold token. */
  balance: bigint
  isInPesos: boolean
  /** `text`: the amount in its new unit. */
  onUnit: (text: string, inPesos: boolean) => void
  /** Token whose whole balance MAX uses. */
  maxSymbol: string
  errorText: string | null
}

export function TokenRow({ side, token, text, isOld, onWrite, onChoose, onAmount, balance, maxSymbol, errorText, ...unit }: TokenRowProps) {
  const { t } = useTranslation('trade')
  const isSold = side === 'in'
  const { typed: _typed, ...keys } = useTypedAmount(text, onWrite, false)
  const { symbol } = token
  const errorId = `swap-${side}-error`
  return (
    <div className={classes.row}>
      <div className={classes.line}>
        <span className={classes.quiet}>{t(isSold ? 'swap.sell' : 'swap.buy')}</span>
        <Balance
          token={token}
          onMax={() => onAmount(balance)}
          maxLabel={t(isSold ? 'swap.maxSell' : 'swap.maxBuy', { symbol: maxSymbol })}
        />
      </div>
      <div className={classes.line}>
        <TextInput
          variant="unstyled"
          className={classes.field}
          classNames={{ input: classes.input }}
          aria-label={t(isSold ? 'swap.sellAmount' : 'swap.buyAmount', { symbol: unit.isInPesos ? t('swap.pesosOf', { symbol }) : symbol })}
          aria-invalid={errorText !== null}
          aria-describedby={errorText ? errorId : undefined}
          data-old={isOld || undefined}
          data-long={lengthOf(text)}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          placeholder="0"
          maxLength={40}
          value={text}
          {...keys}
        />
        <ChooseToken symbol={symbol} onChoose={onChoose} label={t(isSold ? 'swap.chooseSell' : 'swap.chooseBuy', { symbol })} />
      </div>
      <div className={classes.line}>
        <TypedValue token={token} text={text} {...unit} />
      </div>
      {isSold && (
        <div className={classes.shares}>
          <ShareChips balance={balance} symbol={symbol} onChoose={onAmount} />
        </div>
      )}
      {errorText && (
        <p id={errorId} className={classes.error} role="alert">
          {errorText}
        </p>
      )}
    </div>
  )
}

function Balance({ token, maxLabel, onMax }: { token: TokenBalance; maxLabel: string; onMax: () => void }) {
  const { t } = useTranslation('trade')
  return (
    <span className={classes.balance}>
      <span>
        {t('swap.balance')}{' '}
        <span className={classes.figure} translate="no">
          {figure(unitsOf(token.balance, token.decimals), token.decimals)}
        </span>
      </span>
      <UnstyledButton className={classes.max} onClick={onMax} aria-label={maxLabel}>
        {t('swap.max')}
      </UnstyledButton>
    </span>
  )
}

function ChooseToken({ symbol, label, onChoose }: { symbol: string; label: string; onChoose: () => void }) {
  return (
    <UnstyledButton className={classes.token} onClick={onChoose} aria-haspopup="dialog" aria-label={label}>
      <TokenIcon symbol={symbol} size={24} />
      <span translate="no">{symbol}</span>
      <IconChevronDown size={16} aria-hidden />
    </UnstyledButton>
  )
}

type TypedValueProps = Pick<TokenRowProps, 'token' | 'text' | 'isInPesos' | 'onUnit'>

/** Value at the market price in dollars and in the other unit, and the change to that unit. */
function TypedValue({ token, text, isInPesos, onUnit }: TypedValueProps) {
  const { t } = useTranslation('trade')
  const { data: price } = useQuery(valuationQuery(token.id))
  const { data: copPrice } = useQuery(valuationQuery(COP_TOKEN_ID))
  const { id, symbol, decimals } = token
  const { amount: typed } = parseAmount(text, isInPesos ? PESO_SCALE : decimals)
  const amount = typed !== null && isInPesos ? (price && copPrice ? amountOfPesos(typed, decimals, price, copPrice) : null) : typed
  const pesos = id === COP_TOKEN_ID || !copPrice || !price || amount === null ? null : pesosOf(amount, decimals, price, copPrice)
  return (
    <>
      <p className={classes.value}>{valueText()}</p>
      {id !== COP_TOKEN_ID && price && copPrice && (
        <UnstyledButton className={classes.unit} onClick={turn}>
          {t('swap.typeIn', { unit: isInPesos ? symbol : 'COP' })}
        </UnstyledButton>
      )}
    </>
  )

  function valueText(): string {
    if (amount === null || price === undefined) return t('swap.noValue')
    const usd = (amount * unitsOf(price, PRICE_SCALE)) / 10n ** BigInt(decimals + PRICE_SCALE - USD_SCALE)
    const value = formatUsd(formatUnits(usd, USD_SCALE))
    if (isInPesos) return t('swap.valueInPesos', { value, pesos: `${figure(amount, decimals)} ${symbol}` })
    return pesos === null ? t('swap.value', { value }) : t('swap.valueInPesos', { value, pesos: formatCop(pesos) })
  }

  function turn(): void {
    if (isInPesos) onUnit(amount === null ? '' : figure(amount, decimals), false)
    else onUnit(pesos === null ? '' : figure(pesos, PESO_SCALE), true)
  }
}

export const figure = (amount: bigint, decimals: number): string => formatFigure(amount, decimals, { minimum: 0, maximum: decimals })
