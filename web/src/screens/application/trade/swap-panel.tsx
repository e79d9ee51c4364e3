/** Intercambiar: two tokens, one amount, its price and its costs (EX-01). */
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconSettings } from '@tabler/icons-react'
import type { Quote, TokenBalance } from '@tunjo/contract/trading'
import { type Dispatch, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { unitsOf } from '../../../parts/price-figures.ts'
import { parseAmount } from '../../../ui/amount-parse.ts'
import { Card } from '../../../ui/card.tsx'
import { ConfirmModal } from './confirm-modal.tsx'
import { FailureModal } from './failure-modal.tsx'
import { Fees } from './fees.tsx'
import { Hint } from './hint.tsx'
import { PriceLine } from './price-line.tsx'
import { SettingsModal } from './settings-modal.tsx'
import { type Side, type SwapAction, type SwapForm, writtenSide } from './swap-form.ts'
import classes from './swap-panel.module.css'
import { TokenPicker } from './token-picker.tsx'
import { figure, TokenRow } from './token-row.tsx'
import { orderOf } from './trade-order.ts'
import { useTradeSettings } from './trade-settings.ts'
import { useSendTrade } from './use-send-trade.ts'
import { useSwap } from './use-swap.ts'

interface SwapPanelProps {
  tokens: readonly TokenBalance[]
  sold: TokenBalance
  bought: TokenBalance
  form: SwapForm
  change: Dispatch<SwapAction>
  onSent: (tradeId: string) => void
}

export function SwapPanel({ tokens, sold, bought, form, change, onSent }: SwapPanelProps) {
  const { t } = useTranslation('trade')
  const problemText = useProblemText()
  const [settings, setSettings] = useTradeSettings()
  const [picking, setPicking] = useState<Side | null>(null)
  const [isSetting, setSetting] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const sending = useSendTrade((tradeId) => {
    change({ kind: 'clear' })
    onSent(tradeId)
  })
  const { slippageBps } = settings
  const swap = useSwap({ form, sold, bought, slippageBps, isSending: sending.isPending, isConfirming })
  const { state, quote, question } = swap
  const side = writtenSide(form)

  function submit(): void {
    if (settings.withConfirmation) setConfirming(true)
    else if (quote) send(quote)
  }

  function send(agreed: Quote): void {
    setConfirming(false)
    sending.send(orderOf(question, agreed))
  }

  function choose(token: number): void {
    if (picking) change({ kind: 'choose', side: picking, token })
    setPicking(null)
  }

  const sellAll = () => change({ kind: 'write', side: 'in', text: figure(unitsOf(sold.balance, sold.decimals), sold.decimals) })
  const row = (at: Side, token: TokenBalance, answer: string | undefined) => (
    <TokenRow
      side={at}
      token={token}
      text={side === at ? form.text : answer === undefined || side === null ? '' : figure(unitsOf(answer, token.decimals), token.decimals)}
      isOld={side !== at && swap.isOld}
      onWrite={(text) => change({ kind: 'write', side: at, text })}
      onChoose={() => setPicking(at)}
      onMax={sellAll}
      maxSymbol={sold.symbol}
      errorText={side === at ? problemText(form.text, token) : null}
    />
  )

  return (
    <Card
      title={t('swap.title')}
      actions={
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('swap.settings')} onClick={() => setSetting(true)}>
          <IconSettings size={22} stroke={1.75} aria-hidden />
        </ActionIcon>
      }
    >
      <form
        className={classes.panel}
        onSubmit={(event) => {
          event.preventDefault()
          if (state.kind === 'ready') submit()
        }}
      >
        {row('in', sold, quote?.input_amount)}
        <div className={classes.flip}>
          <ActionIcon variant="default" size={40} radius="xl" aria-label={t('swap.flip')} onClick={() => change({ kind: 'flip' })}>
            <IconArrowDown size={20} aria-hidden />
          </ActionIcon>
        </div>
        {row('out', bought, quote?.expected_output)}
        <PriceLine
          sold={sold}
          bought={bought}
          quote={quote}
          isSearching={swap.isSearching}
          isUnset={state.kind === 'unset' || state.kind === 'amountInvalid'}
        />
        <Button type="submit" size="lg" fullWidth disabled={state.kind !== 'ready'} loading={state.kind === 'sending'}>
          {t('swap.submit')}
        </Button>
        <Hint state={state} sold={sold} quote={quote} onRetry={swap.retry} />
        <Fees quote={quote} tradeType={question.tradeType} sold={sold} bought={bought} slippageBps={slippageBps} isOld={swap.isOld} />
        {(sold.symbol === 'BTC' || bought.symbol === 'BTC') && <p className={classes.quiet}>{t('swap.wrappedBtc')}</p>}
      </form>
      <TokenPicker
        opened={picking !== null}
        onClose={() => setPicking(null)}
        tokens={tokens}
        chosen={picking === 'out' ? bought.id : sold.id}
        inUse={picking === 'out' ? sold.id : bought.id}
        onChoose={choose}
      />
      <SettingsModal opened={isSetting} onClose={() => setSetting(false)} settings={settings} onChange={setSettings} />
      <ConfirmModal
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={send}
        tradeType={question.tradeType}
        sold={sold}
        bought={bought}
        slippageBps={slippageBps}
        quote={quote}
        errorText={state.kind === 'quoteFailed' ? errorText(state.error) : state.kind === 'noRoute' ? t('hint.noRoute') : null}
      />
      <FailureModal error={sending.error} onClose={sending.forget} onRetry={sending.sendAgain} />
    </Card>
  )
}

/** What is wrong with the form of an amount; its size is the button's matter. */
function useProblemText(): (text: string, token: TokenBalance) => string | null {
  const { t } = useTranslation('ui')
  return (text, { decimals }) => {
    const { problem } = parseAmount(text, decimals)
    if (problem === null || problem === 'empty') return null
    return problem === 'decimals' ? t('amount.decimals', { scale: decimals }) : t(`amount.${problem}`)
  }
}
