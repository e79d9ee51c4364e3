/** Ledger entries of the owner: the change, and the balance after it. */
import type { BalanceEntry } from '@tunjo/contract/movements'
import { balanceUnits } from '@tunjo/contract/wallets'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../ui/amount.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import classes from './balance-lines.module.css'
import { ledgerLabel } from './ledger-label.ts'

export function BalanceLines({ title, entries }: { title: string; entries: readonly BalanceEntry[] }) {
  return (
    <section aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <ol className={classes.list}>
        {entries.map((entry) => (
          <Line key={`${entry.id}${entry.asset}`} entry={entry} />
        ))}
      </ol>
    </section>
  )
}

function Line({ entry: { asset, change, heldChange, balance, held, at, code } }: { entry: BalanceEntry }) {
  const { t } = useTranslation('record')
  const units = (text: string) => balanceUnits(asset, text)
  const changed = units(change)
  const holds = units(heldChange)
  const shown = changed === 0n ? holds : changed
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        <span>{changed === 0n ? t(holds < 0n ? 'line.released' : 'line.held') : t(ledgerLabel(code))}</span>
        <span className={classes.quiet}>
          <DateTime value={new Date(at)} />
        </span>
      </div>
      <div className={classes.figures}>
        <Amount value={shown < 0n ? -shown : shown} asset={asset} direction={changed === 0n ? undefined : changed < 0n ? 'out' : 'in'} />
        <span className={classes.quiet}>
          {t('line.balance')} <Amount value={units(balance)} asset={asset} />
          {units(held) > 0n && (
            <>
              {' · '}
              {t('line.heldNow')} <Amount value={units(held)} asset={asset} />
            </>
          )}
        </span>
      </div>
    </li>
  )
}
