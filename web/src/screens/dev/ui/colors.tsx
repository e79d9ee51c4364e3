/** Colour tokens of the current theme. */
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/card.tsx'
import classes from './dev-ui.module.css'

const TOKENS = [
  ['page', '--tunjo-page'],
  ['surface', '--tunjo-surface'],
  ['raised', '--tunjo-raised'],
  ['line', '--tunjo-line'],
  ['focus', '--tunjo-focus'],
  ['gold', '--tunjo-gold'],
  ['primary', '--mantine-primary-color-filled'],
  ['text', '--mantine-color-text'],
  ['dimmed', '--mantine-color-dimmed'],
  ['error', '--mantine-color-error'],
] as const

export function Colors() {
  const { t } = useTranslation('dev-ui')
  return (
    <Card title={t('colors.title')}>
      <ul className={classes.swatches}>
        {TOKENS.map(([name, token]) => (
          <li key={token}>
            <div className={classes.swatch} style={{ background: `var(${token})` }} />
            {t(`colors.${name}`)}
            <span className={classes.token}>{token}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
