/** Price change: a word, a sign and a colour. */
import { useTranslation } from 'react-i18next'
import { formatFigure } from '../../ui/amount-format.ts'
import classes from './chart.module.css'

export function Change({ bps }: { bps: bigint }) {
  const { t } = useTranslation('chart')
  const direction = bps > 0n ? 'up' : bps < 0n ? 'down' : 'flat'
  const percent = `${formatFigure(bps, 2, { minimum: 2, maximum: 2 })}\u00a0%`
  return (
    <span className={classes.change} data-direction={direction}>
      {t(direction, { percent })}
    </span>
  )
}
