/** Intercambiar: two tokens, one amount, its price and its costs (EX-01). */
import { ActionIcon } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import type { Quote, TokenBalance } from '@tunjo/contract/trading'
import { type Dispatch, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { Card } from '../../../ui/card.tsx'
import { ConfirmModal } from './confirm-modal.tsx'
import { FailureModal } from './failure-modal.tsx'
import { SettingsModal } from './settings-modal.tsx'
import { SwapFields } from './swap-fields.tsx'
import type { Side, SwapAction, SwapForm } from './swap-form.ts'
import { TokenPicker } from './token-picker.tsx'
import { orderOf } from './trade-order.ts'
import { type TradeSettings, useTradeSettings } from './trade-settings.ts'
import { useSendTrade } from './use-send-trade.ts'
import { type Swap, useSwap } from './use-swap.ts'

interface SwapPanelProps {
  tokens: readonly TokenBalance[]
  sold: TokenBalance
  bought: TokenBalance
  form: SwapForm
  change: Dispatch<SwapAction>
  onSent: (tradeId: string) => void
}

/** At most one dialog is open: the tokens of a side, the settings, or the confirmation. */
type Dialog = Side | 'settings' | 'confirmation'

export function SwapPanel({ tokens, sold, bought, form, change, onSent }: SwapPanelProps) {
  const { t } = useTranslation('trade')
  const [settings, setSettings] = useTradeSettings()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const sending = useSendTrade((tradeId) => {
    change({ kind: 'clear' })
    onSent(tradeId)
  })
  const { slippageBps } = settings
  const swap = useSwap({ form, sold, bought, slippageBps, isSending: sending.isPending, isConfirming: dialog === 'confirmation' })

  function send(agreed: Quote, acceptedImpactPercent: number | null): void {
    setDialog(null)
    sending.send(orderOf(swap.question, agreed, acceptedImpactPercent))
  }

  function submit(): void {
    if (settings.withConfirmation || swap.quote?.price_impact_level === 'confirm') setDialog('confirmation')
    else if (swap.quote) send(swap.quote, null)
  }

  const shared = { sold, bought, change, swap }
  return (
    <Card
      title={t('swap.title')}
      actions={
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('swap.settings')} onClick={() => setDialog('settings')}>
          <IconSettings size={22} stroke={1.75} aria-hidden />
        </ActionIcon>
      }
    >
      <SwapFields {...shared} form={form} slippageBps={slippageBps} onPick={setDialog} onSubmit={submit} />
      <SwapDialogs {...shared} {...{ tokens, settings, setSettings }} open={dialog} onClose={() => setDialog(null)} onConfirm={send} />
      <FailureModal error={sending.error} onClose={sending.forget} onRetry={sending.sendAgain} />
    </Card>
  )
}

interface SwapDialogsProps extends Pick<SwapPanelProps, 'tokens' | 'sold' | 'bought' | 'change'> {
  swap: Swap
  settings: TradeSettings
  setSettings: (settings: TradeSettings) => void
  open: Dialog | null
  onClose: () => void
  onConfirm: (agreed: Quote, acceptedImpactPercent: number | null) => void
}

function SwapDialogs({ tokens, sold, bought, change, swap, settings, setSettings, open, onClose, onConfirm }: SwapDialogsProps) {
  const { t } = useTranslation('trade')
  const { state, quote, question } = swap

  function choose(token: number): void {
    if (open === 'in' || open === 'out') change({ kind: 'choose', side: open, token })
    onClose()
  }

  return (
    <>
      <TokenPicker
        opened={open === 'in' || open === 'out'}
        onClose={onClose}
        tokens={tokens}
        chosen={open === 'out' ? bought.id : sold.id}
        inUse={open === 'out' ? sold.id : bought.id}
        onChoose={choose}
      />
      <SettingsModal opened={open === 'settings'} onClose={onClose} settings={settings} onChange={setSettings} />
      <ConfirmModal
        opened={open === 'confirmation'}
        onClose={onClose}
        onConfirm={onConfirm}
        tradeType={question.tradeType}
        sold={sold}
        bought={bought}
        slippageBps={settings.slippageBps}
        quote={quote}
        nextQuoteAt={swap.nextQuoteAt}
        errorText={state.kind === 'quoteFailed' ? errorText(state.error) : state.kind === 'noRoute' ? t('hint.noRoute') : null}
      />
    </>
  )
}
