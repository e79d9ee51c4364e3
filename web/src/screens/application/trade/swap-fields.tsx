/** Swap form: both sides, the price between them, why it cannot be sent yet, and its costs. */
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import type { TokenBalance } from '@tunjo/contract/trading'
import type { Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import { unitsOf } from '../../../parts/price-figures.ts'
import { parseAmount } from '../../../ui/amount-parse.ts'
import { Fees } from './fees.tsx'
import { Hint } from './hint.tsx'
import { NextQuote } from './next-quote.tsx'
import { PriceLine } from './price-line.tsx'
import { PriceSources } from './price-sources.tsx'
import { type Side, type SwapAction, type SwapForm, writtenSide } from './swap-form.ts'
import classes from './swap-panel.module.css'
import { figure, TokenRow } from './token-row.tsx'
import type { Swap } from './use-swap.ts'
import { PESO_SCALE } from './use-typed-units.ts'

interface SwapFieldsProps {
  sold: TokenBalance
  bought: TokenBalance
  form: SwapForm
  change: Dispatch<SwapAction>
  swap: Swap
  slippageBps: number
  onPick: (side: Side) => void
  onSubmit: () => void
}

export function SwapFields({ slippageBps, onSubmit, ...sides }: SwapFieldsProps) {
  const { t } = useTranslation('trade')
  const { sold, bought, change, swap } = sides
  const { state, quote, question, isOld, isSearching } = swap
  const tokens = { sold, bought }
  return (
    <form
      noValidate
      className={classes.panel}
      onSubmit={(event) => {
        event.preventDefault()
        if (state.kind === 'ready') onSubmit()
      }}
    >
      <SideRow side="in" {...sides} />
      <div className={classes.flip}>
        <ActionIcon variant="default" size={40} radius="xl" aria-label={t('swap.flip')} onClick={() => change({ kind: 'flip' })}>
          <IconArrowDown size={20} aria-hidden />
        </ActionIcon>
      </div>
      <SideRow side="out" {...sides} />
      <PriceLine {...tokens} quote={quote} isSearching={isSearching} isUnset={state.kind === 'unset' || state.kind === 'amountInvalid'} />
      <div className={classes.sources}>
        <PriceSources symbols={[sold.symbol, bought.symbol]} />
        {swap.nextQuoteAt !== null && <NextQuote at={swap.nextQuoteAt} />}
      </div>
      <Button type="submit" size="lg" fullWidth disabled={state.kind !== 'ready'} loading={state.kind === 'sending'}>
        {t('swap.submit')}
      </Button>
      <Hint state={state} sold={sold} quote={quote} onRetry={swap.retry} />
      <Fees quote={quote} tradeType={question.tradeType} {...tokens} slippageBps={slippageBps} isOld={isOld} />
      {(sold.symbol === 'BTC' || bought.symbol === 'BTC') && <p className={classes.quiet}>{t('swap.wrappedBtc')}</p>}
    </form>
  )
}

interface SideRowProps extends Omit<SwapFieldsProps, 'slippageBps' | 'onSubmit'> {
  side: Side
}

/** One side: the typed amount, or the quoted one. */
function SideRow({ side, sold, bought, form, change, swap: { quote, isOld }, onPick }: SideRowProps) {
  const problemText = useProblemText()
  const token = side === 'in' ? sold : bought
  const answer = side === 'in' ? quote?.input_amount : quote?.expected_output
  const written = writtenSide(form)
  const answerText = answer === undefined || written === null ? '' : figure(unitsOf(answer, token.decimals), token.decimals)
  const isInPesos = form.pesosSide === side
  const decimals = isInPesos ? PESO_SCALE : token.decimals
  return (
    <TokenRow
      side={side}
      token={token}
      text={written === side ? form.text : answerText}
      isOld={written !== side && isOld}
      isInPesos={isInPesos}
      onWrite={(text) => change({ kind: 'write', side, text, inPesos: isInPesos })}
      onUnit={(text, inPesos) => change({ kind: 'unit', side, text, inPesos })}
      onChoose={() => onPick(side)}
      onAmount={(amount) => change({ kind: 'write', side: 'in', text: figure(amount, sold.decimals) })}
      balance={unitsOf(sold.balance, sold.decimals)}
      maxSymbol={sold.symbol}
      errorText={written === side ? problemText(form.text, decimals) : null}
    />
  )
}

/** Format error of an amount; its size is checked by the button. */
function useProblemText(): (text: string, decimals: number) => string | null {
  const { t } = useTranslation('ui')
  return (text, decimals) => {
    const { problem } = parseAmount(text, decimals)
    if (problem === null || problem === 'empty') return null
    return problem === 'decimals' ? t('amount.decimals', { scale: decimals }) : t(`amount.${problem}`)
  }
}
