/** Effect of a configuration change at this moment, as far as the server counts it immediately. */
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { SetName } from '@tunjo/contract/configuration-catalogue'
import type { NumberValues } from '@tunjo/contract/versioned-numbers'
import { useTranslation } from 'react-i18next'
import { effectQuery } from '../../../../api/configuration.ts'
import classes from './configuration.module.css'

/** Debounce after the last key. */
const WAIT_MS = 400

export function ChangeEffect({ set, numbers }: { set: SetName; numbers: NumberValues }) {
  const { t } = useTranslation('platform-configuration')
  const [settled] = useDebouncedValue(numbers, WAIT_MS)
  const effect = useQuery(effectQuery(set, settled))
  // Invalid numbers are reported when the change is submitted.
  if (effect.isError) return null
  return (
    <div className={classes.preview} role="status">
      <p className={classes.previewTitle}>{t('effect')}</p>
      {effect.isPending && <span className={classes.note}>{t('effectPending')}</span>}
      {effect.data?.length === 0 && <span className={classes.note}>{t('effectNone')}</span>}
      {effect.data && effect.data.length > 0 && (
        <ul className={classes.numbers}>
          {effect.data.map(({ what, count }) => (
            <li key={what}>{t(`effects.${what}`, { count })}</li>
          ))}
        </ul>
      )}
      {set === 'risk' && <span className={classes.note}>{t('effectPoints')}</span>}
    </div>
  )
}
