/** Alerts with their findings, and movements, as lines of a report. */
import { ASSET_CODES } from '@tunjo/contract/money'
import type { RosEpisode, RosMovement } from '@tunjo/contract/regulatory-ros'
import { useTranslation } from 'react-i18next'
import { AssetAmount } from '../../../../../parts/asset-amount.tsx'
import classes from '../../../../../parts/regulatory/regulatory.module.css'
import { DateTime, formatDate } from '../../../../../ui/date-time.tsx'

const shown = (at: string): string => formatDate(new Date(at))

export function EpisodeText({ episode: { name, openedAt, closedAt, findings } }: { episode: RosEpisode }) {
  const { t } = useTranslation('regulatory')
  return (
    <>
      <strong>{name}</strong> · {t('ros.openedAt', { from: shown(openedAt) })},{' '}
      {closedAt ? t('ros.closedAt', { to: shown(closedAt) }) : t('ros.stillOpen')}
      <ul className={classes.findings}>
        {findings.map(({ at, text }) => (
          <li key={`${at} ${text}`}>{text}</li>
        ))}
      </ul>
    </>
  )
}

export function MovementText({ movement: { kind, asset, amount, received, createdAt, reference } }: { movement: RosMovement }) {
  const { t } = useTranslation('regulatory')
  return (
    <>
      <strong>{t(`ros.kinds.${kind}`)}</strong> <Sum asset={asset} amount={amount} />
      {received && (
        <>
          {' → '}
          <Sum {...received} />
        </>
      )}{' '}
      · <DateTime value={new Date(createdAt)} />
      {reference && <span className={classes.note}> · {reference}</span>}
    </>
  )
}

function Sum({ asset, amount }: { asset: string; amount: string }) {
  const code = ASSET_CODES.find((one) => one === asset)
  return code ? <AssetAmount asset={code} text={amount} /> : `${amount} ${asset}`
}
