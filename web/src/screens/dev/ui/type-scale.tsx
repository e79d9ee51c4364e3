/** The steps of the type scale. */
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/card.tsx'
import classes from './dev-ui.module.css'

const STEPS = ['xs', 'sm', 'md', 'lg', 'xl'] as const

export function TypeScale() {
  const { t } = useTranslation('dev-ui')
  return (
    <Card title={t('type.title')}>
      <dl className={classes.scale}>
        {STEPS.map((step) => (
          <div key={step}>
            <dt>
              {step} · {t(`type.${step}`)}
            </dt>
            <dd style={{ fontSize: `var(--mantine-font-size-${step})` }}>{t('type.sample')}</dd>
          </div>
        ))}
        <div>
          <dt>h1 · {t('type.h1')}</dt>
          <dd style={{ fontSize: 'var(--mantine-h1-font-size)', fontWeight: 650 }}>{t('type.sample')}</dd>
        </div>
      </dl>
    </Card>
  )
}
