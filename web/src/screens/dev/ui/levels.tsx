/** Verification levels and the timeline of money in flight. */
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/card.tsx'
import { LevelStepper } from '../../../ui/level-stepper.tsx'
import { MoneyTimeline } from '../../../ui/money-timeline.tsx'
import { SAMPLE_MOMENT } from './samples.ts'

export function Levels() {
  const { t } = useTranslation('dev-ui')
  return (
    <Card title={t('levels.title')}>
      <LevelStepper
        label={t('levels.label')}
        levels={[
          { key: '1', title: t('levels.one'), text: t('levels.oneText'), state: 'done', filled: 9, asked: 9 },
          { key: '2', title: t('levels.two'), text: t('levels.twoText'), state: 'active', filled: 4, asked: 9 },
          { key: '3', title: t('levels.three'), text: t('levels.threeText'), state: 'locked', filled: 0, asked: 1 },
        ]}
      />
      <div style={{ marginTop: 24 }}>
        <MoneyTimeline
          label={t('levels.timeline')}
          steps={[
            { key: 'asked', title: t('levels.asked'), state: 'done', at: SAMPLE_MOMENT },
            { key: 'sent', title: t('levels.sent'), state: 'active' },
            { key: 'paid', title: t('levels.paid'), state: 'next' },
          ]}
        />
      </div>
    </Card>
  )
}
