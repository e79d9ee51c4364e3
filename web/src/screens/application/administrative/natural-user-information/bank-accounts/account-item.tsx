/** One bank account: holder as far as banks reported it, use, changes, and open alerts. */
import { Link } from '@tanstack/react-router'
import { nameOfAlert } from '@tunjo/contract/alert-names'
import type { OfficerBankAccount, UserBankAccounts } from '@tunjo/contract/payments-officers'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../../i18n/language.ts'
import { movementPage } from '../../../../../parts/movements/movement-page.ts'
import { SeverityBadge } from '../../../../../parts/severity/severity-badge.tsx'
import { formatCop } from '../../../../../ui/amount-format.ts'
import { DateTime, formatDate } from '../../../../../ui/date-time.tsx'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import { Summary, type SummaryLine } from '../../../../../ui/summary.tsx'
import { tabPath } from '../person-views.ts'
import { MATCH_KINDS, payoutState } from './account-state.ts'
import classes from './bank-accounts.module.css'

interface ItemProps {
  userId: string
  account: OfficerBankAccount
  blocks: UserBankAccounts['blocks']
}

const SAVINGS = 9
const day = (at: string) => formatDate(new Date(at), 'day')

export function AccountItem({ userId, account, blocks }: ItemProps) {
  const { t } = useTranslation('bank-review')
  const { alias, bank, accountAddress, match, deletedAt, sharedWith } = account
  const name = `${alias} · ${bank.name}`
  return (
    <li className={classes.account}>
      <div className={classes.head}>
        <h3 className={classes.heading}>{name}</h3>
        <StatusBadge kind={MATCH_KINDS[match]}>{t(`matches.${match}`)}</StatusBadge>
        {deletedAt !== null && <StatusBadge kind="neutral">{t('deleted', { day: day(deletedAt) })}</StatusBadge>}
      </div>
      <Mismatches account={account} />
      <Alerts userId={userId} account={account} />
      <Summary
        label={`${name} ${accountAddress}`}
        lines={[
          { name: t('number'), value: `${accountAddress} · ${t(account.accountType === SAVINGS ? 'savings' : 'current')}` },
          ...holderLine(t('holder'), account),
          ...linesOfUse(t, account),
          { name: t('payoutsNow'), value: <PayoutsNow account={account} blocks={blocks} /> },
          ...(account.returned.count > 0 ? [{ name: t('returned'), value: <Returned account={account} /> }] : []),
          ...(sharedWith > 0 ? [{ name: t('shared'), value: <Shared userId={userId} count={sharedWith} /> }] : []),
        ]}
      />
      <Changes account={account} />
    </li>
  )
}

const holderLine = (name: string, { holder }: OfficerBankAccount): SummaryLine[] =>
  holder ? [{ name, value: `${holder.name} · ${holder.documentType} ${holder.document}` }] : []

type Phrase = ReturnType<typeof useTranslation<'bank-review'>>['t']

function linesOfUse(t: Phrase, { deposits, payouts, earlier }: OfficerBankAccount): SummaryLine[] {
  const before = earlier.map((place) => ({
    name: t('earlier', { bank: place.bank, number: place.number }),
    value: `${t('deposits')}: ${usageText(t, place.deposits)} · ${t('payouts')}: ${usageText(t, place.payouts)}`,
  }))
  return [{ name: t('deposits'), value: usageText(t, deposits) }, { name: t('payouts'), value: usageText(t, payouts) }, ...before]
}

function usageText(t: Phrase, { count, amount, firstAt, lastAt }: OfficerBankAccount['deposits']): string {
  if (count === 0 || firstAt === null || lastAt === null) return t('never')
  const said = t('use', { count, amount: formatCop(amount) })
  return count === 1 ? `${said} · ${day(firstAt)}` : `${said} · ${t('between', { first: day(firstAt), last: day(lastAt) })}`
}

function Mismatches({ account: { mismatches } }: { account: OfficerBankAccount }) {
  const { t } = useTranslation('bank-review')
  return mismatches.map(({ why, at, transactionId }) => (
    <p key={why} className={classes.why}>
      {t(`mismatches.${why}`)} <DateTime value={new Date(at)} />
      {why === 'bank_refused' && (
        <>
          {' · '}
          <PayoutLink id={transactionId}>{t('payout')}</PayoutLink>
        </>
      )}
    </p>
  ))
}

function PayoutLink({ id, children }: { id: string; children: ReactNode }) {
  const { to, search } = movementPage({ rail: 'BANK', isDeposit: false, id })
  return (
    <Link to={to} search={search}>
      {children}
    </Link>
  )
}

function Alerts({ userId, account: { alerts } }: Omit<ItemProps, 'blocks'>) {
  const { t } = useTranslation('bank-review')
  return alerts.map(({ alertId, severity, since }) => (
    <p key={alertId} className={classes.why}>
      <SeverityBadge severity={severity} />{' '}
      <Link to={tabPath(userId, 'alertas')} search={{ historial: String(alertId) }}>
        {t('alert', { name: nameOfAlert(alertId, currentLanguage()) ?? alertId })}
      </Link>{' '}
      · {t('since')} <DateTime value={new Date(since)} />
    </p>
  ))
}

function PayoutsNow({ account, blocks }: Omit<ItemProps, 'userId'>) {
  const { t } = useTranslation('bank-review')
  const { waiting, heldUntil } = account
  const state = payoutState(account, blocks)
  const until = heldUntil === null ? '' : formatDate(new Date(heldUntil))
  return (
    <>
      {t(`payoutStates.${state}`, { until })}
      {waiting.count > 0 && ` · ${t('waiting', { count: waiting.count, amount: formatCop(waiting.amount) })}`}
      {waiting.until && ` · ${t('leaves', { at: formatDate(new Date(waiting.until)) })}`}
    </>
  )
}

function Returned({ account: { returned } }: { account: OfficerBankAccount }) {
  const { t } = useTranslation('bank-review')
  const { count, lastAt, lastReason } = returned
  return (
    <>
      {t('times', { count })}
      {lastAt && ` · ${t('last', { day: day(lastAt) })}`}
      {lastReason && ` · ${t('reasonForCustomer', { reason: lastReason })}`}
    </>
  )
}

function Shared({ userId, count }: { userId: string; count: number }) {
  const { t } = useTranslation('bank-review')
  return (
    <Link to={tabPath(userId, 'vinculos')} search={{ kind: 'bank_account' }}>
      {t('sharedWith', { count })}
    </Link>
  )
}

function Changes({ account: { changes, alias } }: { account: OfficerBankAccount }) {
  const { t } = useTranslation('bank-review')
  if (changes.length === 0) return null
  return (
    <details className={classes.changes}>
      <summary aria-label={t('changesOf', { count: changes.length, alias })}>{t('changes', { count: changes.length })}</summary>
      <ol className={classes.plainList}>
        {changes.map(({ change, at, before, after, session }) => (
          <li key={`${change} ${at}`}>
            {t(`changeKinds.${change}`)} <DateTime value={new Date(at)} />
            {before && after && ` · ${before.bank} ${before.number} → ${after.bank} ${after.number}`}
            {session && ` · ${t('session', { ...session, startedAt: formatDate(new Date(session.startedAt)) })}`}
          </li>
        ))}
      </ol>
    </details>
  )
}
