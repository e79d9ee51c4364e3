/**
 * /application/administrative/verification/reglas/:rule (ADM-13): one rule: the version in force, its results, every version, and the
 * change form.
 */
import { Anchor, Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isRuleName, type RuleName, wordsOfRule } from '@tunjo/contract/alert-rule-catalogue'
import type { RuleDetail } from '@tunjo/contract/alert-rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ruleQuery } from '../../../../../api/alert-rules.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { currentLanguage } from '../../../../../i18n/language.ts'
import { alertOf, ModeBadge, numberLines, shareText } from '../../../../../parts/alert-rules/rule-texts.tsx'
import classes from '../../../../../parts/alert-rules/rules.module.css'
import { useAccount } from '../../../../../session.ts'
import { group } from '../../../../../ui/amount-format.ts'
import { Card } from '../../../../../ui/card.tsx'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { lazyComponent } from '../../../../../ui/lazy-component.tsx'
import { PageHeader } from '../../../../../ui/page-header.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { Summary } from '../../../../../ui/summary.tsx'
import { usePathParam } from '../../../../../ui/use-path-param.ts'
import { BacktestCard } from './backtest-card.tsx'
import { VersionsCard } from './versions-card.tsx'

/** Lazy, since it is last on the page. */
const FindingsCard = lazyComponent(async () => (await import('./findings-card.tsx')).FindingsCard)
const ChangeModal = lazyComponent(async () => (await import('./change-modal.tsx')).ChangeModal, {
  dialog: { close: ({ onClose }) => onClose() },
})

export default function RuleScreen() {
  const { t } = useTranslation('alert-rules')
  const rule = usePathParam('rule')
  return (
    <>
      <Anchor renderRoot={(props) => <Link to="/application/administrative/verification/reglas" {...props} />} className={classes.back}>
        <IconArrowLeft size={18} aria-hidden /> {t('back')}
      </Anchor>
      {isRuleName(rule) ? <Rule key={rule} rule={rule} /> : <h1>{t('missing')}</h1>}
    </>
  )
}

function Rule({ rule }: { rule: RuleName }) {
  const { t } = useTranslation('alert-rules')
  const mayChange = useAccount()?.permissions.includes('rules.change') ?? false
  const [isChanging, setIsChanging] = useState(false)
  const detail = useQuery(ruleQuery(rule))
  const { title, about } = wordsOfRule(rule)
  const { data } = detail
  return (
    <>
      <PageHeader
        title={title[currentLanguage()]}
        text={about[currentLanguage()]}
        actions={mayChange && data && !data.changeWaits && <Button onClick={() => setIsChanging(true)}>{t('propose')}</Button>}
      />
      {detail.isPending && <RowsSkeleton rows={6} />}
      {detail.isLoadingError && <ErrorState message={errorText(detail.error)} onRetry={() => void detail.refetch()} />}
      {data && (
        <div className={classes.cards}>
          <Today detail={data} />
          <Brought detail={data} />
          <BacktestCard rule={rule} mayChange={mayChange} />
          <VersionsCard detail={data} />
          <FindingsCard rule={rule} />
        </div>
      )}
      {data && isChanging && <ChangeModal detail={data} onClose={() => setIsChanging(false)} />}
    </>
  )
}

function Today({ detail: { rule, version, mode, numbers, coming, changeWaits } }: { detail: RuleDetail }) {
  const { t } = useTranslation('alert-rules')
  return (
    <Card title={t('today')}>
      <Summary
        label={t('today')}
        lines={[
          { name: t('columns.alert'), value: alertOf(rule) },
          { name: t('columns.severity'), value: t(`severity.${wordsOfRule(rule).severity}`) },
          { name: t('columns.mode'), value: <ModeBadge mode={mode} /> },
          ...numberLines(rule, numbers).map(({ label, text }) => ({ name: label, value: text })),
          { name: t('columns.version'), value: `v${version}` },
        ]}
      />
      <p className={classes.note}>{t(`modeText.${mode}`)}</p>
      {coming && (
        <p className={classes.note}>
          {t('changesTo', { version: coming.version })} <DateTime value={new Date(coming.from)} as="day" />.
        </p>
      )}
      {changeWaits && (
        <p className={classes.note} role="status">
          {t('waits')}.{' '}
          <Anchor renderRoot={(props) => <Link to="/application/administrative/approvals" {...props} />} size="sm">
            {t('approvals')}
          </Anchor>
        </p>
      )}
    </Card>
  )
}

function Brought({ detail }: { detail: RuleDetail }) {
  const { t } = useTranslation('alert-rules')
  const { open, raised, tested, closedByRule, confirmed, falseAlarms, unclassified } = detail
  const figure = (count: number) => group(String(count))
  return (
    <Card title={t('brought')}>
      <Summary
        label={t('brought')}
        lines={[
          { name: t('openNow'), value: figure(open) },
          { name: t('columns.raised'), value: figure(raised) },
          { name: t('foundInTest'), value: figure(tested) },
          { name: t('closedByRule'), value: figure(closedByRule) },
          { name: t('confirmed'), value: figure(confirmed) },
          { name: t('falseAlarms'), value: figure(falseAlarms) },
          { name: t('unclassified'), value: figure(unclassified) },
          { name: t('columns.right'), value: shareText(t, detail), strong: true },
        ]}
      />
    </Card>
  )
}
