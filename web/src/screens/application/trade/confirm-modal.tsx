/** Confirmation of a swap: the quote is refreshed every 5 seconds, and a worse one must be accepted (EX-05). */
import { Button } from '@mantine/core'
import type { Quote, TokenBalance, TradeType } from '@tunjo/contract/trading'
import { useEffect, useReducer } from 'react'
import { useTranslation } from 'react-i18next'
import { unitsOf } from '../../../parts/price-figures.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { ModalActions } from '../../../ui/modal-actions.tsx'
import { TokenIcon } from '../../../ui/token-icon.tsx'
import { Fees } from './fees.tsx'
import { ImpactField, useAcceptedImpact } from './impact-field.tsx'
import classes from './modals.module.css'
import { NextQuote } from './next-quote.tsx'
import { PriceLine } from './price-line.tsx'
import { type Review, reviewQuote } from './review-quote.ts'
import { figure } from './token-row.tsx'

interface ConfirmModalProps {
  opened: boolean
  onClose: () => void
  /** `acceptedImpactPercent`: the whole per cent that was typed; null where none is needed. */
  onConfirm: (quote: Quote, acceptedImpactPercent: number | null) => void
  tradeType: TradeType
  sold: TokenBalance
  bought: TokenBalance
  slippageBps: number
  /** The newest quote; null until there is one. */
  quote: Quote | null
  /** Time of the next quote, milliseconds since 1970. */
  nextQuoteAt: number | null
  /** Why the quote could not be refreshed. */
  errorText: string | null
}

export function ConfirmModal({ opened, quote, ...others }: ConfirmModalProps) {
  const { t } = useTranslation('trade')
  return (
    <Modal opened={opened && quote !== null} onClose={others.onClose} title={t('confirm.title')}>
      {quote && <Confirmation quote={quote} {...others} />}
    </Modal>
  )
}

type Step = { kind: 'fresh'; quote: Quote; nowMs: number } | { kind: 'accept'; nowMs: number }

function advance(review: Review<Quote>, step: Step): Review<Quote> {
  if (step.kind === 'fresh') return reviewQuote(review, step.quote, step.nowMs)
  return review.offered ? { ...review, agreed: review.offered, agreedAtMs: step.nowMs, offered: null } : review
}

type ConfirmationProps = Omit<ConfirmModalProps, 'opened' | 'quote'> & { quote: Quote }

function Confirmation({ quote, onClose, onConfirm, tradeType, sold, bought, slippageBps, nextQuoteAt, errorText }: ConfirmationProps) {
  const { t } = useTranslation('trade')
  const [review, dispatch] = useReducer(advance, { tradeType, agreed: quote, agreedAtMs: performance.now(), offered: null })
  useEffect(() => dispatch({ kind: 'fresh', quote, nowMs: performance.now() }), [quote])
  const shown = review.offered ?? review.agreed
  const impact = useAcceptedImpact(shown)
  const maySend = review.offered === null && errorText === null && impact.isAccepted
  return (
    <form
      noValidate
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault()
        if (maySend) onConfirm(review.agreed, impact.acceptedPercent)
      }}
    >
      <div className={classes.sides}>
        <SideLine label={t('swap.sell')} token={sold} text={shown.input_amount} direction="out" />
        <SideLine label={t('swap.buy')} token={bought} text={shown.expected_output} direction="in" />
      </div>
      <PriceLine sold={sold} bought={bought} quote={shown} isSearching={false} isUnset={false} />
      <Fees quote={shown} tradeType={tradeType} sold={sold} bought={bought} slippageBps={slippageBps} />
      {review.offered && (
        <div className={classes.notice} role="alert">
          <p>
            <strong>{t('confirm.updated')}</strong> {t('confirm.updatedText', describe(review.offered, sold, bought))}
          </p>
          <Button size="sm" variant="default" onClick={() => dispatch({ kind: 'accept', nowMs: performance.now() })}>
            {t('confirm.accept')}
          </Button>
        </div>
      )}
      {shown.price_impact_level === 'confirm' && <ImpactField quote={shown} accepted={impact} />}
      {errorText && (
        <p className={classes.warning} role="alert">
          {errorText}
        </p>
      )}
      <p className={classes.quiet}>
        {t('confirm.every')} {t('confirm.guarantee')}
      </p>
      {nextQuoteAt !== null && <NextQuote at={nextQuoteAt} />}
      <ModalActions>
        <Button variant="default" onClick={onClose}>
          {t('confirm.cancel')}
        </Button>
        <Button type="submit" disabled={!maySend} data-autofocus={shown.price_impact_level !== 'confirm' || undefined}>
          {t('confirm.send')}
        </Button>
      </ModalActions>
    </form>
  )
}

interface SideLineProps {
  label: string
  token: TokenBalance
  text: string
  direction: 'in' | 'out'
}

function SideLine({ label, token, text, direction }: SideLineProps) {
  return (
    <div className={classes.side}>
      <TokenIcon symbol={token.symbol} size={28} />
      <span className={classes.quiet}>{label}</span>
      <Amount
        size="lg"
        direction={direction}
        value={unitsOf(text, token.decimals)}
        asset={{ code: token.symbol, scale: token.decimals }}
        fraction={{ minimum: 0, maximum: token.decimals }}
      />
    </div>
  )
}

function describe(quote: Quote, sold: TokenBalance, bought: TokenBalance) {
  return {
    received: `${figure(unitsOf(quote.expected_output, bought.decimals), bought.decimals)} ${bought.symbol}`,
    paid: `${figure(unitsOf(quote.input_amount, sold.decimals), sold.decimals)} ${sold.symbol}`,
  }
}
